import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { changedFields, changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent, recordEvents } from '../events.ts';
import { changeHost } from '../meetings/change-host.ts';
import type { MeetingServices } from '../meetings/export-change.ts';
import { notFound } from '../problems.ts';
import { reassignTasks } from '../tasks/reassign-tasks.ts';
import {
  type BookOwner,
  firmTypeOf,
  listContactsManaged,
  listHouseholdsLed,
  listMeetingsHosted,
  lockOwners,
  managerTypeOf,
  moveContacts,
  moveHouseholds,
} from './queries.ts';
import type { BookTransfer, TransferredBook } from './schemas.ts';

/**
 * Gives the contacts, households, meetings to come and open tasks of a staff member to another one,
 * or only the records that are named. A dry run finds them in the same way and moves nothing. Throws
 * NOT_FOUND, and VALIDATION_FAILED for somebody who cannot take it and for records of others.
 */
export async function transferBook(
  tx: Tx,
  services: MeetingServices,
  fromUuid: string,
  input: BookTransfer,
): Promise<TransferredBook> {
  const { contactUuids, householdUuids, dryRun = false } = input;
  const from = fromUuid.toLowerCase();
  const to = await findTaker(tx, from, input.toStaffUuid.toLowerCase());
  const isWhole = contactUuids === undefined && householdUuids === undefined;
  const only = (uuids: readonly string[] | undefined) =>
    isWhole ? undefined : (uuids ?? []).map((uuid) => uuid.toLowerCase());
  // Households before contacts before meetings, as everybody else locks them.
  const led = await listHouseholdsLed(tx, from, { only: only(householdUuids), dryRun });
  const households = led.map(({ householdUuid }) => householdUuid);
  const managed = await listContactsManaged(tx, from, { only: only(contactUuids), dryRun });
  const contacts = managed.map(({ contactUuid }) => contactUuid);
  const meetings = isWhole ? await listMeetingsHosted(tx, from, { dryRun }) : [];
  refuseForeign({ contactUuids, householdUuids }, new Set([...contacts, ...households]));

  if (!dryRun) {
    await moveHouseholds(tx, households, to);
    await moveContacts(tx, contacts, to);
    await recordChanges(tx, 'household', {
      uuids: households,
      managers: [from, to.staffUuid],
      types: led.map((each) => [each.relationshipManagerType, managerTypeOf(to)]),
    });
    await recordChanges(tx, 'contact', {
      uuids: contacts,
      managers: [from, to.staffUuid],
      types: managed.map((each) => [each.contactManagerType, firmTypeOf(to)]),
    });
    await changeHost(tx, services, meetings, to);
    const taskCount = isWhole ? await reassignTasks(tx, from, to.staffUuid) : 0;
    await recordEvent(tx, {
      eventType: 'staff.book_transferred',
      entityType: 'STAFF',
      entityId: from,
      attributes: {
        toStaffUuid: to.staffUuid,
        contactCount: String(contacts.length),
        householdCount: String(households.length),
        meetingCount: String(meetings.length),
        taskCount: String(taskCount),
      },
    });
  }
  return {
    dryRun,
    contacts: contacts.length,
    households: households.length,
    meetings: meetings.length,
  };
}

async function findTaker(tx: Tx, from: string, toStaffUuid: string): Promise<BookOwner> {
  const owners = await lockOwners(tx, [from, toStaffUuid]);
  const find = (uuid: string) => owners.find(({ staffUuid }) => staffUuid === uuid);
  if (!find(from)) throw notFound('staff member');
  const fault = (code: string, message: string) =>
    invalid(fieldError('toStaffUuid', code, message));
  if (toStaffUuid === from) throw fault('NOT_ALLOWED', 'must be somebody else');
  const to = find(toStaffUuid);
  if (!to?.mayTake) throw fault('UNKNOWN', 'must be an active staff member');
  return to;
}

type Lists = Pick<BookTransfer, 'contactUuids' | 'householdUuids'>;

/** Throws VALIDATION_FAILED that names each stated record which is not the leaver's. */
function refuseForeign(lists: Lists, own: ReadonlySet<string>): void {
  const faults = Object.entries(lists).flatMap(([field, uuids]) =>
    (uuids ?? []).flatMap((uuid, at): FieldError[] =>
      own.has(uuid.toLowerCase())
        ? []
        : [fieldError(`${field}[${at}]`, 'UNKNOWN', 'is not in the book of this staff member')],
    ),
  );
  if (faults.length > 0) throw invalid(...faults.slice(0, mostFaults));
}

const mostFaults = 50;

const fields = {
  contact: { manager: 'contactManagerEntityUuid', type: 'contactManagerType' },
  household: { manager: 'relationshipManagerUuid', type: 'relationshipManagerType' },
} as const;

type Change = readonly [before: string, after: string];
type Moved = { uuids: readonly string[]; managers: Change; types: readonly Change[] };

/** Records that records have another manager; of some it is one of another type. */
async function recordChanges(
  tx: Tx,
  subject: 'contact' | 'household',
  { uuids, managers, types }: Moved,
): Promise<void> {
  const { manager, type } = fields[subject];
  const changes = new Map(
    uuids.map((uuid, at) => {
      const [was, is] = types[at] ?? managers;
      const before = { [manager]: managers[0], [type]: was };
      return [uuid, changesOf(before, { [manager]: managers[1], [type]: is })];
    }),
  );
  for (const count of [1, 2]) {
    const names = [manager, type].slice(0, count);
    await recordEvents(
      tx,
      {
        eventType: `${subject}.updated`,
        entityType: subject === 'contact' ? 'CONTACT' : 'HOUSEHOLD',
        attributes: { fieldCount: String(count), ...changedFields(names) },
      },
      uuids.filter((uuid) => changes.get(uuid)?.length === count),
      changes,
    );
  }
}

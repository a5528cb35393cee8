import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { notFound } from '../problems.ts';
import { booksOf } from './books.ts';
import { type BookOwner, listOwn, lockOwners } from './queries.ts';
import type { BookTransfer, TransferredBook } from './schemas.ts';

/**
 * Gives what a staff member answers for, of each kind that can be handed over, to another one, or only
 * the records that are named. A dry run finds them in the same way and moves nothing. Throws NOT_FOUND,
 * and VALIDATION_FAILED for somebody who cannot take it and for records of others.
 */
export async function transferBook(
  tx: Tx,
  fromStaffUuid: string,
  input: BookTransfer,
): Promise<TransferredBook> {
  const { contactUuids, householdUuids, dryRun = false } = input;
  const fromUuid = fromStaffUuid.toLowerCase();
  const to = await findTaker(tx, fromUuid, input.toStaffUuid.toLowerCase());
  const isWhole = contactUuids === undefined && householdUuids === undefined;
  const named: { [type in string]?: readonly string[] | undefined } = {
    CONTACT: contactUuids,
    HOUSEHOLD: householdUuids,
  };
  const counts = { contacts: 0, households: 0, meetings: 0 };
  const attributes: Record<string, string> = { toStaffUuid: to.staffUuid };
  const found = [];
  for (const book of booksOf(tx)) {
    const only = isWhole
      ? undefined
      : (named[book.entityType] ?? []).map((uuid) => uuid.toLowerCase());
    const uuids = only?.length === 0 ? [] : await listOwn(tx, book, fromUuid, { only, dryRun });
    if (book.counted) counts[book.counted] = uuids.length;
    attributes[`${book.entityType.toLowerCase()}Count`] = String(uuids.length);
    found.push({ book, uuids });
  }
  refuseForeign({ contactUuids, householdUuids }, new Set(found.flatMap(({ uuids }) => uuids)));
  if (dryRun) return { dryRun, ...counts };
  for (const { book, uuids } of found)
    if (uuids.length > 0) await book.move(tx, uuids, { fromUuid, to });
  await recordEvent(tx, {
    eventType: 'staff.book_transferred',
    entityType: 'STAFF',
    entityId: fromUuid,
    attributes,
  });
  return { dryRun, ...counts };
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

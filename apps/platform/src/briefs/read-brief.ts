import { type Caller, readsArea } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import { visibleTo as visibleContacts } from '../contacts/contact-access.ts';
import { findContact } from '../contacts/queries.ts';
import { readReadiness } from '../contacts/readiness/read-readiness.ts';
import type { Tx } from '../database/transaction.ts';
import { findDetail } from '../households/find-detail.ts';
import { findSeenMeeting } from '../meetings/find-meeting.ts';
import { visibleTo as visibleMeetings } from '../meetings/meeting-access.ts';
import { listMeetings } from '../meetings/queries.ts';
import type { MeetingRow } from '../meetings/schemas.ts';
import { listNotes } from '../notes/queries.ts';
import { seesRecord } from '../records/record-access.ts';
import { listTasks } from '../tasks/queries.ts';
import { visibleTo as visibleTasks } from '../tasks/task-access.ts';
import { readTimeline } from '../timeline/read-timeline.ts';
import type { BriefAnswer } from './schemas.ts';

// So many clients are prepared for; of a larger meeting the others are named in it.
const [mostClients, mostBefore, mostAfter, mostNotes, mostTasks, mostEntries] = [
  12, 100, 3, 3, 30, 50,
];

/** Returns everything for one meeting, as far as the caller sees it. Throws NOT_FOUND and FORBIDDEN. */
export async function readBrief(tx: Tx, caller: Caller, meetingUuid: string): Promise<BriefAnswer> {
  const meeting = await findSeenMeeting(tx, caller, meetingUuid);
  const contacts = readsArea(caller, 'contacts') ? await findClients(tx, caller, meeting) : [];
  const uuids = contacts.map(({ contactUuid }) => contactUuid);
  const householdUuids = readsArea(caller, 'households')
    ? [...new Set(contacts.flatMap((contact) => contact.householdUuids))]
    : [];
  const [readiness, households, before, after, notes, tasks, timeline] = await Promise.all([
    Promise.all(uuids.map((uuid) => readReadiness(tx, caller, uuid))),
    Promise.all(householdUuids.map((uuid) => findDetail(tx, caller, uuid))),
    meetingsOf(
      tx,
      caller,
      uuids,
      tx`
      m.starts_at < ${meeting.startsAt} and m.starts_at >= ${meeting.startsAt}::timestamptz - interval '1 year'
        and m.meeting_uuid <> ${meetingUuid}`,
      { size: mostBefore, sort: ['startDateTime,desc'] },
    ),
    meetingsOf(tx, caller, uuids, tx`m.starts_at > ${meeting.endsAt}`, { size: mostAfter }),
    readsArea(caller, 'notes') ? notesOf(tx, caller, uuids, householdUuids) : [],
    readsArea(caller, 'tasks') ? tasksOf(tx, caller, { uuids, householdUuids, meetingUuid }) : [],
    timelineOf(tx, caller, contacts, householdUuids),
  ]);
  return {
    meeting,
    contacts,
    readiness: readiness.flatMap((each) => each ?? []),
    households,
    before: [...before],
    after: [...after],
    notes: [...notes],
    tasks: [...tasks],
    timeline,
  };
}

/** Finds the clients who are invited and whom the caller sees, with the households that the caller sees. */
async function findClients(tx: Tx, caller: Caller, { participants }: MeetingRow) {
  const uuids = participants.flatMap(({ participantType, participantEntityUuid }) =>
    participantType === 'CONTACT' && participantEntityUuid ? [participantEntityUuid] : [],
  );
  const found = await Promise.all(
    uuids
      .slice(0, mostClients)
      .map((uuid) =>
        findContact(tx, visibleContacts(tx, caller), uuid, seenHouseholdsOf(tx, caller)),
      ),
  );
  return found.flatMap((contact) => contact ?? []);
}

type Page = { size: number; sort?: string[] };

/** Returns meetings of some clients that the caller sees and that take place. */
async function meetingsOf(
  tx: Tx,
  caller: Caller,
  uuids: readonly string[],
  when: Fragment,
  page: Page,
) {
  if (uuids.length === 0) return [];
  const where = tx`
    ${visibleMeetings(tx, caller)} and m.status = 'ACTIVE' and ${when}
    and m.meeting_uuid = any(array(
          select p.meeting_uuid from meeting_participants p
           where p.entity_uuid = any(${[...uuids]}::uuid[]) and p.removed_at is null))`;
  return (await listMeetings(tx, caller, where, page)).content;
}

async function notesOf(
  tx: Tx,
  caller: Caller,
  uuids: readonly string[],
  householdUuids: readonly string[],
) {
  // Arrays, so that indexes find the notes: with a sub-query beside them all notes were read.
  const members = tx`array(
    select x.contact_uuid from household_members x
     where x.household_uuid = any(${[...householdUuids]}::uuid[]) and x.removed_at is null)`;
  const about = tx`(n.contact_uuid = any(${[...uuids]}::uuid[] || ${members})
    or n.household_uuid = any(${[...householdUuids]}::uuid[]))`;
  const where = tx`${about} and ${seesRecord(tx, caller, 'n')}`;
  return (await listNotes(tx, caller, where, { size: mostNotes })).content;
}

type Records = { uuids: readonly string[]; householdUuids: readonly string[]; meetingUuid: string };

async function tasksOf(tx: Tx, caller: Caller, { uuids, householdUuids, meetingUuid }: Records) {
  const where = tx`
    ${visibleTasks(tx, caller)} and t.status = 'OPEN'
    and (t.contact_uuid = any(${[...uuids]}::uuid[])
         or t.household_uuid = any(${[...householdUuids]}::uuid[]) or t.meeting_uuid = ${meetingUuid})`;
  return (await listTasks(tx, caller, where, { size: mostTasks })).content;
}

/** Returns what happened to the households, and to the clients that are in none, the newest first. */
async function timelineOf(
  tx: Tx,
  caller: Caller,
  contacts: readonly { contactUuid: string; householdUuids: readonly string[] }[],
  householdUuids: readonly string[],
): Promise<BriefAnswer['timeline']> {
  const alone = contacts.filter(
    (contact) => !contact.householdUuids.some((uuid) => householdUuids.includes(uuid)),
  );
  const records = [
    ...householdUuids.map((entityUuid) => ({ entityType: 'HOUSEHOLD', entityUuid }) as const),
    ...alone.map(
      ({ contactUuid }) => ({ entityType: 'CONTACT', entityUuid: contactUuid }) as const,
    ),
  ];
  const parts = await Promise.all(
    records.map((record) => readTimeline(tx, caller, { ...record, size: mostEntries })),
  );
  return parts
    .flatMap(({ content }) => content)
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, 2 * mostEntries);
}

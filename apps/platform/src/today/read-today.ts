import { type Caller, hasRole, readsArea, readsAreas } from '@atrium/kit/auth/caller.ts';
import { visibleTo as visibleContacts } from '../contacts/contact-access.ts';
import { contactsList, fetchWithReadiness } from '../contacts/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { overlaps } from '../meetings/calendar-range.ts';
import { isOwn, shown } from '../meetings/meeting-access.ts';
import { listCalendar, listWholeMeetings } from '../meetings/queries.ts';
import type { MeetingRow } from '../meetings/schemas.ts';
import { listTasks } from '../tasks/queries.ts';
import { visibleTo as visibleTasks } from '../tasks/task-access.ts';
import { countQueue } from '../work-queue/read-queue.ts';
import { findFirm, findPhones, findSelf } from './queries.ts';
import type { TodayAnswer, TodayQuery } from './schemas.ts';

const [aheadDays, mostMeetings, mostUnanswered, mostPeople, mostTasks] = [7, 500, 8, 4, 8];
const mostDeclined = 8;
/** The parts of the API of which the state of the firm's house tells. */
const ofFirm = ['tenant', 'contacts', 'staff', 'calendar', 'branding'] as const;
const nothing = { content: [], totalElements: 0 };

/** Returns what somebody's day needs first, by the same queries as the lists of each part. */
export async function readToday(tx: Tx, caller: Caller, query: TodayQuery): Promise<TodayAnswer> {
  const { userUuid } = caller;
  const self = await findSelf(tx, userUuid, query.timezone);
  const date = query.date ?? self.date;
  const { timezone } = self;
  const until = (days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
  const own = tx`${isOwn(tx, caller)} and ${shown(tx, caller)} and m.status = 'ACTIVE'`;
  const isSilent = tx`exists (
    select from meeting_participants p
     where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
       and p.removed_at is null and p.rsvp_status = 'UNKNOWN'
       and (m.host_uuid = ${userUuid} or p.entity_uuid = ${userUuid}))`;
  const isAdmin = hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN') && readsAreas(caller, ...ofFirm);
  const isAhead = tx`${own} and not m.is_personal and m.ends_at > now()
    and ${overlaps(tx, { from: date, to: until(aheadDays), timezone })}`;
  const [calendar, next, declined, unanswered, attention, tasks, queue, firm] = await Promise.all([
    listCalendar(
      tx,
      caller,
      tx`${own} and ${overlaps(tx, { from: date, to: until(aheadDays), timezone })}`,
      mostMeetings,
    ),
    listWholeMeetings(tx, caller, tx`${isAhead} and not m.all_day`, 1),
    listWholeMeetings(
      tx,
      caller,
      tx`${isAhead} and m.host_uuid = ${userUuid} and m.starts_at > now() and ${isDeclined(tx)}`,
      mostDeclined,
    ),
    listWholeMeetings(
      tx,
      caller,
      tx`${own} and not m.is_personal and m.starts_at > now() and ${isSilent}`,
      mostUnanswered,
    ),
    readsArea(caller, 'contacts') ? peopleToSee(tx, caller) : nothing,
    readsArea(caller, 'tasks')
      ? listTasks(
          tx,
          caller,
          tx`${visibleTasks(tx, caller)} and t.assignee_uuid = ${userUuid}
             and t.status = 'OPEN' and t.due_date < ${until(aheadDays + 1)}`,
          { size: mostTasks },
        )
      : nothing,
    countQueue(tx, caller),
    isAdmin ? findFirm(tx) : undefined,
  ]);
  return {
    date,
    timezone,
    staffType: self.staffType,
    calendar,
    next: next[0] ?? null,
    declined: [...declined],
    phones: await phonesOf(tx, caller, [...next, ...declined]),
    unanswered: [...unanswered],
    attention,
    tasks,
    queue,
    ...(firm && { firm }),
  };
}

/** Tells whether somebody from outside the firm said no to the meeting at hand. */
const isDeclined = (tx: Tx) => tx`exists (
  select from meeting_participants p
   where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid and p.removed_at is null
     and p.rsvp_status = 'DECLINED' and p.participant_type in ('CONTACT', 'EXTERNAL'))`;

/** Returns how the contacts of some meetings are called whom the caller sees. */
async function phonesOf(tx: Tx, caller: Caller, meetings: readonly MeetingRow[]) {
  if (!readsArea(caller, 'contacts')) return [];
  const uuids = meetings.flatMap(({ participants }) =>
    participants.flatMap(({ participantType, participantEntityUuid }) =>
      participantType === 'CONTACT' && participantEntityUuid ? [participantEntityUuid] : [],
    ),
  );
  return findPhones(tx, visibleContacts(tx, caller), uuids);
}

/** Returns the caller's own people whose papers need attention, the first to expire first. */
function peopleToSee(tx: Tx, caller: Caller) {
  const where = tx`
    ${visibleContacts(tx, caller)} and c.contact_manager_entity_uuid = ${caller.userUuid}
    and r.readiness_status = 'ATTENTION'`;
  const page = { size: mostPeople, sort: ['documentExpiresOn,asc'] };
  return fetchWithReadiness(tx, contactsList(tx, where), page);
}

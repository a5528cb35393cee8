import type { Caller } from '@atrium/kit/auth/caller.ts';
import { visibleTo as visibleHouseholds } from '../auth/visible-households.ts';
import { visibleTo as visibleContacts } from '../contacts/contact-access.ts';
import type { Tx } from '../database/transaction.ts';
import { visibleTo as visibleMeetings } from '../meetings/meeting-access.ts';
import { visibleTo as visibleTasks } from '../tasks/task-access.ts';
import type { InsightsAnswer } from './schemas.ts';

const [weeks, mostStaff] = [26, 100];

/** Counts the meetings with a client that took place in each of the last weeks; no personal event is one. */
export async function countHeld(tx: Tx, caller: Caller, timezone: string | undefined) {
  const rows = await tx<InsightsAnswer['weeks']>`
    with own as (
      select coalesce(${timezone ?? null},
                      (select time_zone from staff_members where staff_uuid = ${caller.userUuid}), 'UTC') as zone),
    weeks as (
      select date_trunc('week', local_time(zone, now()))::date - 7 * back as monday, zone
        from own, generate_series(${weeks - 1}::int, 0, -1) back),
    held as (
      select date_trunc('week', local_time(own.zone, m.ends_at))::date as monday, count(*)::int as held
        from meetings m, own
       where m.ends_at <= now() and m.ends_at > now() - make_interval(weeks => ${weeks + 1}::int)
         and m.status = 'ACTIVE' and not m.is_personal and ${visibleMeetings(tx, caller)}
         and exists (select from meeting_participants p
                      where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
                        and p.participant_type = 'CONTACT' and p.removed_at is null)
       group by 1)
    select w.monday::text as "from", coalesce(h.held, 0) as held
      from weeks w left join held h using (monday) order by w.monday`;
  return [...rows];
}

/** Returns what each member of staff has in care, of what the caller sees, the most loaded first. */
export async function listLoads(tx: Tx, caller: Caller) {
  const rows = await tx<NonNullable<InsightsAnswer['loads']>>`
    with parts as (
      select c.contact_manager_entity_uuid as staff_uuid, 1 as clients, 0 as households, 0 as tasks, 0 as ahead
        from contacts c
       where c.deleted_at is null and c.contact_type in ('ACTIVE', 'SUBSCRIBER') and ${visibleContacts(tx, caller)}
      union all
      select h.relationship_manager_uuid, 0, 1, 0, 0 from households h
       where h.deleted_at is null and h.is_active and ${visibleHouseholds(tx, caller)}
      union all
      select t.assignee_uuid, 0, 0, 1, 0 from tasks t
       where t.deleted_at is null and t.status = 'OPEN' and ${visibleTasks(tx, caller)}
      union all
      select m.host_uuid, 0, 0, 0, 1 from meetings m
       where m.starts_at > now() and m.status = 'ACTIVE' and not m.is_personal
         and ${visibleMeetings(tx, caller)})
    select s.staff_uuid, s.first_name || ' ' || s.paternal_last_name as name,
           sum(p.clients)::int as clients, sum(p.households)::int as households,
           sum(p.tasks)::int as open_tasks, sum(p.ahead)::int as meetings_ahead
      from parts p join staff_members s on s.staff_uuid = p.staff_uuid and s.deleted_at is null
     group by s.staff_uuid, s.first_name, s.paternal_last_name
     order by sum(p.clients) desc, count(*) desc, s.staff_uuid limit ${mostStaff}`;
  return [...rows];
}

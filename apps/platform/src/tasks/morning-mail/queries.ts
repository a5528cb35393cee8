import type { Tx } from '../../database/transaction.ts';
import { toLanguage } from '../../mail/languages.ts';
import type { DueMail, Reader } from '../../mail/outbox/due-mail.ts';
import { sendingOf } from '../../mail/outbox/queue-mails.ts';

export type DueTask = { title: string; dueDate: string; priority: 'LOW' | 'NORMAL' | 'HIGH' };

const noUuid = '00000000-0000-0000-0000-000000000000';
/** The mail says of more tasks only how many there are. */
const mostTasks = 50;

/** Is true of staff members `s` who are there, and want the mail. */
const isReader = (tx: Tx) => tx`
  s.is_active and s.deleted_at is null and partner_active(s.tenant_uuid, s.partner_uuid)
  and not exists (
    select from accounts a
     where a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.staff_uuid
       and (a.preferences -> 'morningMail')::text = 'false')`;

/** Tells where a walk over the staff of all tenants stands. */
export type Place = { tenantUuid: string; staffUuid: string };
export const beginning: Place = { tenantUuid: noUuid, staffUuid: noUuid };

/**
 * Queues the mails that are due at an instant, over all tenants, to the next so many people from after a place:
 * to staff whose clock shows a time from `from` up to `until`, who have something due and no mail of that
 * day yet. "offset 0" lets clocks be read once for a zone, and not for each person. Returns the place of the
 * last one; undefined when there are no more.
 */
export async function insertMorningMails(
  tx: Tx,
  now: string,
  { from, until, limit, after }: { from: string; until: string; limit: number; after: Place },
): Promise<Place | undefined> {
  const { isUrgent } = sendingOf('MORNING_TASKS');
  const [last] = await tx<(Place & { count: number })[]>`
    with due as (
    select s.tenant_uuid, s.staff_uuid, clock.shown::date as day, once.name
      from (select distinct time_zone from staff_members offset 0) zone
     cross join lateral (select local_time(zone.time_zone, ${now}::timestamptz) as shown) clock
      join staff_members s on s.time_zone = zone.time_zone
     cross join lateral (select 'morning ' || s.staff_uuid || ' ' || clock.shown::date as name) once
      join tenants t on t.tenant_uuid = s.tenant_uuid and t.is_active and t.deleted_at is null
     where (s.tenant_uuid, s.staff_uuid) > (${after.tenantUuid}, ${after.staffUuid})
       and clock.shown::time >= ${from}::time and clock.shown::time < ${until}::time and ${isReader(tx)}
       and exists (
         select from tasks k
          where k.tenant_uuid = s.tenant_uuid and k.assignee_uuid = s.staff_uuid
            and k.deleted_at is null and k.completed_at is null and k.due_date <= clock.shown::date)
       and not exists (
         select from mails m where m.tenant_uuid = s.tenant_uuid and m.once = once.name)
     order by s.tenant_uuid, s.staff_uuid limit ${limit}),
    queued as (
      insert into mails (tenant_uuid, mail_uuid, kind, person_uuid, about, once, is_urgent)
      select tenant_uuid, gen_random_uuid(), 'MORNING_TASKS', staff_uuid,
             jsonb_build_object('day', day), name, ${isUrgent} from due
      on conflict on constraint mails_once do nothing)
    select tenant_uuid, staff_uuid, (select count(*)::int from due) as count from due
     order by tenant_uuid desc, staff_uuid desc limit 1`;
  if (last) tx.afterCommit('mails');
  return last?.count === limit ? last : undefined;
}

/** Returns who is to read the mail; undefined when they have left, or switched it off, or it is so many hours old. */
export async function findReader(
  tx: Tx,
  { personUuid, queuedAt }: Pick<DueMail, 'personUuid' | 'queuedAt'>,
  hours: number,
): Promise<Reader | undefined> {
  const [row] = await tx<(Omit<Reader, 'language'> & { language: string })[]>`
    select s.email, s.first_name as name, s.platform_language as language
      from staff_members s
     where s.staff_uuid = ${personUuid} and ${isReader(tx)}
       and ${queuedAt}::timestamp > now() at time zone 'UTC' - ${hours} * interval '1 hour'`;
  return row && { ...row, language: toLanguage(row.language) };
}

/** Returns what is due for somebody by the end of a day, the longest overdue first, and how much there is in all. */
export async function findDueTasks(tx: Tx, staffUuid: string | null, day: string) {
  const rows = await tx<(DueTask & { total: number })[]>`
    select title, due_date, priority, count(*) over ()::int as total from tasks
     where assignee_uuid = ${staffUuid} and deleted_at is null and completed_at is null
       and due_date <= ${day}
     order by due_date, case priority when 'HIGH' then 0 when 'NORMAL' then 1 else 2 end, task_uuid
     limit ${mostTasks}`;
  return { tasks: rows as readonly DueTask[], total: rows[0]?.total ?? 0 };
}

/** Notes in somebody's preferences that they want no morning mail, the others as they are; false when they say so already. */
export async function switchMorningMailOff(tx: Tx, userUuid: string): Promise<boolean> {
  const { count } = await tx`
    update accounts
       set preferences = (
         select json_object_agg(key, value) from (
           select key, value from json_each(preferences) where key <> 'morningMail'
           union all select 'morningMail', 'false'::json) kept)
     where user_uuid = ${userUuid} and deleted_at is null
       and (preferences -> 'morningMail')::text is distinct from 'false'`;
  return count > 0;
}

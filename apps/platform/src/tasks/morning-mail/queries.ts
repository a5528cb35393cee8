import type { Tx } from '../../database/transaction.ts';

/** A person and the day, by their own clock, that a morning mail is for. */
export type MorningMail = { tenantUuid: string; userUuid: string; day: string };

export type DueTask = { title: string; dueDate: string; priority: 'LOW' | 'NORMAL' | 'HIGH' };

/** The mail says of more tasks only how many there are. */
const mostTasks = 50;

/**
 * Claims the mails that are due at an instant, over all tenants, and returns them: of staff whose clock
 * shows a time from `from` up to `until`, who have something due, no mail of that day yet, and not
 * switched it off by their preferences.
 */
export function claimMails(
  tx: Tx,
  now: string,
  { from, until, limit }: { from: string; until: string; limit: number },
) {
  return tx<MorningMail[]>`
    insert into morning_mails (tenant_uuid, user_uuid, day)
    select s.tenant_uuid, s.staff_uuid, clock.shown::date
      from (select distinct time_zone from staff_members) zone
     cross join lateral (select local_time(zone.time_zone, ${now}::timestamptz) as shown) clock
      join staff_members s on s.time_zone = zone.time_zone
      join tenants t on t.tenant_uuid = s.tenant_uuid and t.is_active and t.deleted_at is null
     where clock.shown::time >= ${from}::time and clock.shown::time < ${until}::time
       and s.is_active and s.deleted_at is null and partner_active(s.tenant_uuid, s.partner_uuid)
       and exists (
         select from tasks k
          where k.tenant_uuid = s.tenant_uuid and k.assignee_uuid = s.staff_uuid
            and k.deleted_at is null and k.completed_at is null and k.due_date <= clock.shown::date)
       and not exists (
         select from accounts a
          where a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.staff_uuid
            and (a.preferences -> 'morningMail')::text = 'false')
       and not exists (
         select from morning_mails m
          where m.tenant_uuid = s.tenant_uuid and m.user_uuid = s.staff_uuid
            and m.day = clock.shown::date)
     limit ${limit}
    on conflict do nothing
    returning tenant_uuid, user_uuid, day`;
}

/** Returns who is to read a mail that is not settled yet; undefined once it is, or when they have left. */
export async function findReader(tx: Tx, { userUuid, day }: MorningMail) {
  const [reader] = await tx<{ email: string; name: string; language: string }[]>`
    select s.email, s.first_name as name, s.platform_language as language
      from morning_mails m join staff_members s on s.tenant_uuid = m.tenant_uuid and s.staff_uuid = m.user_uuid
      join tenants t on t.tenant_uuid = m.tenant_uuid and t.is_active and t.deleted_at is null
     where m.user_uuid = ${userUuid} and m.day = ${day} and m.settled_at is null
       and s.is_active and s.deleted_at is null and partner_active(s.tenant_uuid, s.partner_uuid)`;
  return reader;
}

/** Returns what is due for somebody by the end of a day, the longest overdue first, and how much there is in all. */
export async function findDueTasks(tx: Tx, { userUuid, day }: MorningMail) {
  const rows = await tx<(DueTask & { total: number })[]>`
    select title, due_date, priority, count(*) over ()::int as total from tasks
     where assignee_uuid = ${userUuid} and deleted_at is null and completed_at is null
       and due_date <= ${day}
     order by due_date, case priority when 'HIGH' then 0 when 'NORMAL' then 1 else 2 end, task_uuid
     limit ${mostTasks}`;
  return { tasks: rows as readonly DueTask[], total: rows[0]?.total ?? 0 };
}

export async function settleMail(tx: Tx, { userUuid, day }: MorningMail): Promise<void> {
  await tx`
    update morning_mails set settled_at = now() where user_uuid = ${userUuid} and day = ${day}`;
}

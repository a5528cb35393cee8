import type { Tx } from '../../database/transaction.ts';
import type { Language } from '../../mail/languages.ts';

type Asked = {
  contactUuid: string | null;
  assigneeUuid: string;
  language: Language;
  day: string;
  createdAt: string;
};

/**
 * Finds who sees to what a client asks for, with the language to tell it in and the day there: the manager, else the
 * administrator who has been there for longest. Locks the client's account.
 */
export async function findWhoIsAsked(tx: Tx, userUuid: string) {
  const [asked] = await tx<Asked[]>`
    select c.contact_uuid, s.staff_uuid as assignee_uuid, record_time(change_time()) as created_at,
           local_time(coalesce(s.time_zone, 'UTC'), now())::date::text as day,
           case when s.platform_language = 'ENGLISH' then 'ENGLISH' else 'SPANISH' end as language
      from accounts a
      left join contacts c
        on c.tenant_uuid = a.tenant_uuid and c.contact_uuid = a.user_uuid and c.deleted_at is null
      join lateral (
        select m.staff_uuid, m.platform_language, m.time_zone from staff_members m
         where m.tenant_uuid = a.tenant_uuid and m.deleted_at is null and m.is_active
           and (m.staff_uuid = c.contact_manager_entity_uuid
                or m.staff_type = 'ADMIN' and m.partner_uuid is null)
         order by m.staff_uuid = c.contact_manager_entity_uuid desc nulls last, m.created_at, m.staff_uuid
         limit 1) s on true
     where a.tenant_uuid = ${tx.tenantUuid} and a.user_uuid = ${userUuid} and a.deleted_at is null
       for no key update of a`;
  return asked;
}

/** Counts what a client has asked for and nobody has done yet. */
export async function countOpenRequests(tx: Tx, contactUuid: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from tasks
     where created_by = ${contactUuid} and completed_at is null and deleted_at is null`;
  return row.count;
}

import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import type { TenantUsage } from './schemas.ts';

type Usage = Omit<TenantUsage, 'storageBytes'>;

/** Counts what each tenant that was there in a month had and did; a platform transaction's query. */
export function listUsage(tx: Tx, month: string) {
  const from = tx`(${`${month}-01`}::timestamp at time zone 'UTC')`;
  const to = tx`((${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC')`;
  // All tenants at once, which a server of several cores may share out. The live and those that were
  // deleted later apart, since each is counted in an index alone.
  const thereAtTheEnd = (table: string) => tx`
    (select tenant_uuid, sum(count)::int as number from (
       select tenant_uuid, count(*) from ${tx(table)}
        where created_at < ${to} and deleted_at is null group by tenant_uuid
       union all
       select tenant_uuid, count(*) from ${tx(table)}
        where created_at < ${to} and deleted_at >= ${to} group by tenant_uuid) counted
      group by tenant_uuid)`;
  return tx<Usage[]>`
    select t.tenant_uuid,
           coalesce(staff.number, 0) as staff,
           coalesce(contacts.number, 0) as contacts,
           (select count(*)::int from mails m
             where m.tenant_uuid = t.tenant_uuid and m.settled_at >= ${from} and m.settled_at < ${to}
               and (m.state = 'SENT' or m.reason = 'BOUNCED')) as mails,
           (select count(*)::int from events e
             where e.tenant_uuid = t.tenant_uuid and e.occurred_at >= ${from}
               and e.occurred_at < ${to})
             + (select coalesce(sum((a.event_counts ->> ${month})::int), 0)::int from audit_archives a
                 where a.tenant_uuid = t.tenant_uuid) as events,
           record_time(greatest(
             (select max(s.used_at) from sessions s where s.tenant_uuid = t.tenant_uuid),
             (select e.occurred_at from events e
               where e.tenant_uuid = t.tenant_uuid and e.actor_id is not null
               order by e.occurred_at desc limit 1),
             (select max(a.last_acted_at) from audit_archives a
               where a.tenant_uuid = t.tenant_uuid))) as last_used_at
      from tenants t
      left join ${thereAtTheEnd('staff_members')} staff on staff.tenant_uuid = t.tenant_uuid
      left join ${thereAtTheEnd('contacts')} contacts on contacts.tenant_uuid = t.tenant_uuid
     where t.tenant_uuid <> ${platformTenantUuid} and t.created_at < ${to}
       and (t.deleted_at is null or t.deleted_at >= ${from})
       and not exists (select from tenant_purges p where p.purged_tenant_uuid = t.tenant_uuid)
     order by fold(t.name), t.tenant_uuid`;
}

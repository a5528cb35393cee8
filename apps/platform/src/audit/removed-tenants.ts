import type { Fragment } from '@atrium/kit/sql.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';

/**
 * The condition that a tenant, by an SQL expression for its identifier, is being removed for good: it
 * is, and the platform's own trail says that it was deleted, and not restored since. A row of `tenant_purges` alone, which
 * whoever reaches the database can write, ends no tenant's trail.
 */
export const isBeingRemoved = (tx: Tx, tenantUuid: Fragment): Fragment => tx`
  (exists (select from tenant_purges p
            where p.tenant_uuid = ${platformTenantUuid} and p.purged_tenant_uuid = ${tenantUuid})
   and exists (select from events d
                where d.tenant_uuid = ${platformTenantUuid} and d.entity_id = ${tenantUuid}
                  and d.event_type = 'tenant.deleted'
                  and not exists (
                    select from events r
                     where r.tenant_uuid = d.tenant_uuid and r.entity_id = d.entity_id
                       and r.event_type = 'tenant.restored' and r.occurred_at > d.occurred_at)))`;

import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

/**
 * Returns the query of the tenants that have rows in a table whose key they lead: one step of the index
 * for each, however many rows there are.
 */
export const tenantsIn = (
  tx: Tx,
  table: 'audit_archives' | 'audit_chain' | 'audit_checks',
): Fragment => tx`
  (with recursive found as (
     (select tenant_uuid from ${tx(table)} order by tenant_uuid limit 1)
     union all
     select (select k.tenant_uuid from ${tx(table)} k where k.tenant_uuid > found.tenant_uuid
              order by k.tenant_uuid limit 1)
       from found where found.tenant_uuid is not null)
   select tenant_uuid from found where tenant_uuid is not null)`;

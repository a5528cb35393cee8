import type { Tx } from '../database/transaction.ts';
import { membersOf } from './queries.ts';

/** Returns the fields of households whose values are kept when they change. */
export const readValues = (tx: Tx, householdUuids: readonly string[]) => tx`
  select h.household_uuid as uuid, h.name, h.relationship_manager_type, h.relationship_manager_uuid,
         h.is_active, array(select a.account_number from household_accounts a
            where a.tenant_uuid = h.tenant_uuid and a.household_uuid = h.household_uuid
            order by a.ordinal) as account_numbers,
         ${membersOf(tx)} as members, (
           select coalesce(json_agg(json_build_object(
                    'accountNumber', a.account_number, 'custodian', a.custodian, 'currency', a.currency,
                    'marketValue', a.market_value, 'asOf', a.as_of) order by a.ordinal), '[]')
             from household_accounts a
            where a.tenant_uuid = h.tenant_uuid and a.household_uuid = h.household_uuid
              and num_nonnulls(a.custodian, a.currency, a.market_value, a.as_of) > 0) as accounts
    from households h where h.household_uuid = any(${[...householdUuids]})`;

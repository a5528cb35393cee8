import type { Columns, Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

const ofStaff = (tx: Tx, what: Fragment, staffUuid: string | null): Fragment => tx`(
  select ${what} from staff_members s
   where s.tenant_uuid = ${tx.tenantUuid} and s.staff_uuid = ${staffUuid})`;

/** Returns the SQL of the kind of firm that a staff member works for: TENANT or PARTNER, null for nobody. */
export function firmTypeOf(tx: Tx, staffUuid: string | null): Fragment {
  const type = tx`case when s.partner_uuid is null then 'TENANT' else 'PARTNER' end`;
  return ofStaff(tx, type, staffUuid);
}

/** Returns the columns that say who brought a contact: a staff member with their partner, or nobody. */
export function capturedBy(tx: Tx, staffUuid: string | null): Columns {
  return {
    captured_by_entity_uuid: ofStaff(tx, tx`s.staff_uuid`, staffUuid),
    captured_by_type: firmTypeOf(tx, staffUuid),
    captured_by_partner_uuid: ofStaff(tx, tx`s.partner_uuid`, staffUuid),
  };
}

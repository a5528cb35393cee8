import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

/** Selects the partner that a staff member works for. */
export const partnerOfStaff = (
  tx: Tx,
  tenantUuid: string | Fragment,
  staffUuid: Fragment,
): Fragment => tx`(
  select s.partner_uuid from staff_members s
   where s.tenant_uuid = ${tenantUuid} and s.staff_uuid = ${staffUuid})`;

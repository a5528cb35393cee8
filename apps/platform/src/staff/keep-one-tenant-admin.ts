import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { countOtherTenantAdmins } from './queries.ts';
import type { StaffRow } from './schemas.ts';

/** Throws LAST_TENANT_ADMIN when a change would leave the tenant without an active administrator. */
export async function keepOneTenantAdmin(
  tx: Tx,
  before: StaffRow,
  after: StaffRow | null,
): Promise<void> {
  if (!administers(before) || (after && administers(after))) return;
  if ((await countOtherTenantAdmins(tx, before.tenantStaffUuid)) === 0)
    throw new Problem('LAST_TENANT_ADMIN');
}

function administers({ isActive, roles }: StaffRow): boolean {
  return isActive && roles.includes('TENANT_ADMIN');
}

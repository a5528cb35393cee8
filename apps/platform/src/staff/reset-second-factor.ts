import type { Caller } from '@atrium/kit/auth/caller.ts';
import { resetFactors } from '../auth/second-factor/reset-factors.ts';
import type { Tx } from '../database/transaction.ts';
import { findManagedStaff } from './find-managed-staff.ts';

/** Takes all second factors of a staff member away and ends the sessions. Throws NOT_FOUND. */
export async function resetStaffSecondFactor(
  tx: Tx,
  caller: Caller,
  staffUuid: string,
): Promise<void> {
  const { tenantUuid, tenantStaffUuid } = await findManagedStaff(tx, caller, staffUuid);
  await resetFactors(tx, { tenantUuid, userUuid: tenantStaffUuid });
}

import type { Caller } from '@atrium/kit/auth/caller.ts';
import { resetFactors } from '../../auth/second-factor/reset-factors.ts';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import { findManagedContact } from '../contact-access.ts';

/**
 * Takes all second factors of a contact's login away and ends its sessions. Throws NOT_FOUND, or
 * NO_CREDENTIALS for a contact without a login.
 */
export async function resetContactSecondFactor(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
): Promise<void> {
  const { tenantUuid, credentialsInitializedAt } = await findManagedContact(
    tx,
    caller,
    contactUuid,
  );
  if (!credentialsInitializedAt) throw new Problem('NO_CREDENTIALS');
  await resetFactors(tx, { tenantUuid, userUuid: contactUuid.toLowerCase() });
}

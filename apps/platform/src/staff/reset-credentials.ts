import type { Caller } from '@atrium/kit/auth/caller.ts';
import { queueLinkMail } from '../auth/link-mails.ts';
import { findAccount } from '../auth/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { findManagedStaff } from './find-managed-staff.ts';

/** Mails a staff member a link to set a new password; their first one while they never signed in. */
export async function resetCredentials(tx: Tx, caller: Caller, staffUuid: string): Promise<void> {
  const { tenantUuid } = await findManagedStaff(tx, caller, staffUuid);
  const person = { tenantUuid, userUuid: staffUuid };
  const account = await findAccount(tx, person);
  await queueLinkMail(tx, person, account?.hasSignedIn ? 'RESET' : 'FIRST');
  await recordEvent(tx, {
    eventType: 'staff.password_reset_requested',
    entityType: 'STAFF',
    entityId: staffUuid,
  });
}

import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { CredentialsMail } from '../auth/credentials-mail.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { findManagedStaff } from './find-managed-staff.ts';

/** Mails a staff member a link to set a new password. */
export async function resetCredentials(
  tx: Tx,
  mail: CredentialsMail,
  caller: Caller,
  staffUuid: string,
): Promise<void> {
  const { tenantUuid } = await findManagedStaff(tx, caller, staffUuid);
  await mail.enqueue(tx, { tenantUuid, userUuid: staffUuid, kind: 'reset' });
  await recordEvent(tx, {
    eventType: 'staff.password_reset_requested',
    entityType: 'STAFF',
    entityId: staffUuid,
  });
}

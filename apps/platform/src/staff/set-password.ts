import type { Caller } from '@atrium/kit/auth/caller.ts';
import { checkNewPassword } from '../auth/check-new-password.ts';
import { tellLoginChange } from '../auth/login-change-mail.ts';
import { hashPassword } from '../auth/passwords.ts';
import { setPasswordHash } from '../auth/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { findManagedStaff } from './find-managed-staff.ts';
import { recordPasswordSet } from './update-staff-member.ts';

/** Sets a staff member's password directly, ends the sessions that were and mails the person. Made in two steps, since hashing is slow. */
export async function setPassword(password: string) {
  const passwordHash = await hashPassword(password);
  return async (tx: Tx, caller: Caller, staffUuid: string): Promise<void> => {
    const member = await findManagedStaff(tx, caller, staffUuid);
    const { tenantUuid, userEmail: email } = member;
    await checkNewPassword(tx, { tenantUuid, email }, password);
    const person = { tenantUuid, userUuid: staffUuid };
    await setPasswordHash(tx, person, passwordHash);
    await tellLoginChange(tx, person, 'PASSWORD_SET', email);
    await recordPasswordSet(tx, staffUuid);
  };
}

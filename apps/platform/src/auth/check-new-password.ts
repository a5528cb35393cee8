import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../database/transaction.ts';
import { findSecurityPolicy } from '../tenants/security/queries.ts';
import { isCommonPassword } from './common-passwords/common-passwords.ts';

/** Throws VALIDATION_FAILED when the tenant does not allow a password, or when it is the e-mail itself. */
export async function checkNewPassword(
  tx: Tx,
  { tenantUuid, email }: { tenantUuid: string; email: string },
  password: string,
): Promise<void> {
  refuseEmailAsPassword(password, email);
  await refuseWeakPassword(tx, tenantUuid, password);
}

/** Throws VALIDATION_FAILED when somebody takes the own e-mail for a password. */
export function refuseEmailAsPassword(password: string, email: string): void {
  if (plainEmail(password.trim()) !== plainEmail(email.trim())) return;
  throw invalid(fieldError('password', 'IS_EMAIL', 'must not be the e-mail itself'));
}

/** Throws VALIDATION_FAILED when a password is shorter, or more common, than the tenant allows. */
export async function refuseWeakPassword(tx: Tx, tenantUuid: string, password: string) {
  const { passwordMinLength, refuseCommonPasswords } = await findSecurityPolicy(tx, tenantUuid);
  if ([...password.normalize('NFC')].length < passwordMinLength) {
    const message = `must have at least ${passwordMinLength} characters`;
    throw invalid(fieldError('password', 'TOO_SHORT', message));
  }
  if (refuseCommonPasswords && (await isCommonPassword(password)))
    throw invalid(fieldError('password', 'TOO_COMMON', 'is one of the most common passwords'));
}

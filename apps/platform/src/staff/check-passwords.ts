import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { refuseEmailAsPassword } from '../auth/check-new-password.ts';

/** Throws VALIDATION_FAILED unless a stated password is confirmed and is not the e-mail itself. */
export function checkPasswords(
  input: { password?: string; confirmPassword?: string },
  email: string,
): void {
  const { password, confirmPassword } = input;
  if (password?.normalize('NFC') !== confirmPassword?.normalize('NFC')) {
    throw invalid(fieldError('confirmPassword', 'MISMATCH', 'must equal password'));
  }
  if (password !== undefined) refuseEmailAsPassword(password, email);
}

import type { Static } from 'typebox';
import type { Cipher } from '../../database/cipher.ts';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { Person } from '../person.ts';
import { endOthersAtFirstFactor } from './first-factor.ts';
import { openTotp } from './open-totp.ts';
import { findTotp, lockAccount, promotePendingTotp, replaceRecoveryCodes } from './queries.ts';
import { recordFactorChange } from './record-factor-change.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { RecoveryCodes } from './schemas.ts';
import { stepOfCode } from './totp.ts';

/**
 * Activates the pending secret by its first code, and returns new recovery codes. Throws
 * WRONG_SECOND_FACTOR, or TOTP_NOT_PENDING.
 */
export async function confirmTotp(
  tx: Tx,
  { cipher }: { cipher: Cipher },
  person: Person,
  code: string,
): Promise<Static<typeof RecoveryCodes>> {
  await lockAccount(tx, person);
  const totp = await findTotp(tx, person);
  if (!totp?.pendingSecret) throw new Problem('TOTP_NOT_PENDING');
  const step = stepOfCode(await openTotp(tx, cipher, person, totp.pendingSecret), code);
  if (step === undefined) throw new Problem('WRONG_SECOND_FACTOR');
  await endOthersAtFirstFactor(tx, person);
  await promotePendingTotp(tx, person, step);
  const recoveryCodes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, person, recoveryCodes.map(hashRecoveryCode));
  await recordFactorChange(tx, person, totp.secret ? 'TOTP_REPLACED' : 'TOTP_ADDED');
  return { recoveryCodes };
}

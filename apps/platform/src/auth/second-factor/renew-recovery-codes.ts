import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { Person } from '../person.ts';
import { findSecondFactor, hasFactor } from './find-second-factor.ts';
import { lockAccount, replaceRecoveryCodes } from './queries.ts';
import { recordFactorChange } from './record-factor-change.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { RecoveryCodes } from './schemas.ts';

/**
 * Makes new recovery codes and ends those before. Throws NO_SECOND_FACTOR for a person without
 * another factor.
 */
export async function renewRecoveryCodes(
  tx: Tx,
  person: Person,
): Promise<Static<typeof RecoveryCodes>> {
  await lockAccount(tx, person);
  const before = await findSecondFactor(tx, person);
  if (!hasFactor(before)) throw new Problem('NO_SECOND_FACTOR');
  const recoveryCodes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, person, recoveryCodes.map(hashRecoveryCode));
  await recordFactorChange(tx, person, 'RECOVERY_CODES_RENEWED');
  return { recoveryCodes };
}

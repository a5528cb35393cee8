import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { Person } from '../person.ts';
import { findSecondFactor, hasFactor } from './find-second-factor.ts';
import { isFactorRequired, replaceRecoveryCodes } from './queries.ts';

/**
 * Deletes the recovery codes of a person whose last factor was removed. Throws LAST_SECOND_FACTOR
 * where the tenant requires one.
 */
export async function leaveNoCodesAlone(tx: Tx, person: Person): Promise<void> {
  if (hasFactor(await findSecondFactor(tx, person))) return;
  if (await isFactorRequired(tx, person.tenantUuid)) throw new Problem('LAST_SECOND_FACTOR');
  await replaceRecoveryCodes(tx, person, []);
}

import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import { findSecondFactor, hasFactor } from './find-second-factor.ts';
import { isFactorRequired, type Person, replaceRecoveryCodes } from './queries.ts';

/**
 * Deletes the recovery codes of a person whose last factor was removed. Throws LAST_SECOND_FACTOR
 * where the tenant requires one.
 */
export async function leaveNoCodesAlone(tx: Tx, person: Person): Promise<void> {
  const { tenantUuid, userUuid } = person;
  if (hasFactor(await findSecondFactor(tx, tenantUuid, userUuid))) return;
  if (await isFactorRequired(tx, tenantUuid)) throw new Problem('LAST_SECOND_FACTOR');
  await replaceRecoveryCodes(tx, person, []);
}

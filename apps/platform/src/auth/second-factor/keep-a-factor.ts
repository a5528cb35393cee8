import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { Person } from '../person.ts';
import { isRescuer } from '../sso/must-use-provider.ts';
import { findSecondFactor, hasFactor } from './find-second-factor.ts';
import { isFactorRequired, replaceRecoveryCodes } from './queries.ts';

/**
 * Deletes the recovery codes of a person whose last factor was removed. Throws LAST_SECOND_FACTOR
 * where the tenant requires one, or lets the person in by it when its provider lets nobody in.
 */
export async function leaveNoCodesAlone(tx: Tx, person: Person): Promise<void> {
  if (hasFactor(await findSecondFactor(tx, person))) return;
  const isNeeded = (await isFactorRequired(tx, person.tenantUuid)) || (await isRescuer(tx, person));
  if (isNeeded) throw new Problem('LAST_SECOND_FACTOR');
  await replaceRecoveryCodes(tx, person, []);
}

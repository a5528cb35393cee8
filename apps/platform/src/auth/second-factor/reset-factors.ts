import type { Tx } from '../../database/transaction.ts';
import { endSignIns } from '../end-held.ts';
import { isOf, type Person } from '../person.ts';
import { deleteFactors, lockAccount } from './queries.ts';
import { recordFactorChange } from './record-factor-change.ts';

/** Takes all second factors of a person away and ends the sessions, for an administrator. */
export async function resetFactors(tx: Tx, person: Person): Promise<void> {
  await lockAccount(tx, person);
  await deleteFactors(tx, person);
  await endSignIns(tx, isOf(tx, person));
  await recordFactorChange(tx, person, 'RESET');
}

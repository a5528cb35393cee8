import type { Tx } from '../../database/transaction.ts';
import { endSignIns, keptOfAsker } from '../end-held.ts';
import { isOf, type Person } from '../person.ts';
import { findSecondFactor, hasFactor } from './find-second-factor.ts';

/** Ends the other sessions of a person who gets the first factor: they began by the password alone. */
export async function endOthersAtFirstFactor(tx: Tx, person: Person): Promise<void> {
  if (hasFactor(await findSecondFactor(tx, person))) return;
  await endSignIns(tx, isOf(tx, person), keptOfAsker(tx, person), { keepsTokens: true });
}

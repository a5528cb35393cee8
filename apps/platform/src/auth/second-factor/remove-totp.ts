import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../problems.ts';
import type { Person } from '../person.ts';
import { leaveNoCodesAlone } from './keep-a-factor.ts';
import { deleteTotp, lockAccount } from './queries.ts';
import { recordFactorChange } from './record-factor-change.ts';

/** Ends a person's time-based codes. Throws NOT_FOUND or LAST_SECOND_FACTOR. */
export async function removeTotp(tx: Tx, person: Person): Promise<void> {
  await lockAccount(tx, person);
  if (!(await deleteTotp(tx, person))) throw notFound('time-based code');
  await leaveNoCodesAlone(tx, person);
  await recordFactorChange(tx, person, 'TOTP_REMOVED');
}

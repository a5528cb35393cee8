import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../problems.ts';
import type { Person } from '../person.ts';
import { leaveNoCodesAlone } from './keep-a-factor.ts';
import { deletePasskey } from './passkey-queries.ts';
import { lockAccount } from './queries.ts';
import { recordFactorChange } from './record-factor-change.ts';

/** Ends one of a person's passkeys. Throws NOT_FOUND or LAST_SECOND_FACTOR. */
export async function removePasskey(tx: Tx, person: Person, passkeyUuid: string): Promise<void> {
  await lockAccount(tx, person);
  if (!(await deletePasskey(tx, person, passkeyUuid))) throw notFound('passkey');
  await leaveNoCodesAlone(tx, person);
  await recordFactorChange(tx, person, 'PASSKEY_REMOVED');
}

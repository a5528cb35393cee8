import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Static } from 'typebox';
import type { Cipher } from '../../database/cipher.ts';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../problems.ts';
import type { Person } from '../person.ts';
import { findAccount } from '../queries.ts';
import { totpContext } from './open-totp.ts';
import { findTenantName, findTotp, lockAccount, putPendingTotp } from './queries.ts';
import type { TotpSecret } from './schemas.ts';
import { newTotpSecret, otpauthUri } from './totp.ts';

/**
 * Makes a secret of time-based codes, which counts once a code of it has come. To replace one that
 * is set the password must have been proven: VALIDATION_FAILED.
 */
export async function beginTotp(
  tx: Tx,
  cipher: Cipher,
  person: Person,
  { isProven }: { isProven: boolean },
): Promise<Static<typeof TotpSecret>> {
  await lockAccount(tx, person);
  const [account, tenantName, totp] = await Promise.all([
    findAccount(tx, person),
    findTenantName(tx, person.tenantUuid),
    findTotp(tx, person),
  ]);
  if (!account) throw notFound('user');
  if (totp?.secret && !isProven)
    throw invalid(fieldError('password', 'REQUIRED', 'is required to replace the one that is set'));
  const secret = newTotpSecret();
  await putPendingTotp(tx, person, cipher.seal(secret, totpContext(person)));
  const names = { issuer: tenantName, account: account.email };
  return { secret, otpauthUri: otpauthUri(secret, names) };
}

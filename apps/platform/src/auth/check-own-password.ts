import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';
import type { LoginMeans } from './login.ts';
import { checkPassword } from './passwords.ts';
import { personOf } from './person.ts';
import { findAccount, findSignInPlace } from './queries.ts';
import { hashAddress } from './sign-in-checks.ts';

/**
 * Checks that the signed-in person knows the password, and returns its hash. A wrong one counts as a failed sign-in.
 * Throws WRONG_PASSWORD or RATE_LIMITED.
 */
export async function checkOwnPassword(
  { limits, secretKey }: Pick<LoginMeans, 'limits' | 'secretKey'>,
  request: FastifyRequest,
  password: string,
): Promise<string> {
  const { caller, ip: address } = request;
  const person = personOf(caller);
  const [account, { emailFolded, isKnown }] = await request.readTenant(
    (tx) =>
      Promise.all([
        findAccount(tx, person),
        findSignInPlace(tx, caller.email, hashAddress(secretKey, address)),
      ]),
    person.tenantUuid,
  );
  const succeeded = limits.begin({ address, account: emailFolded, isKnown });
  const stored = account?.passwordHash;
  if (!stored || !(await checkPassword(password, stored))) throw new Problem('WRONG_PASSWORD');
  succeeded();
  return stored;
}

import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';
import type { LoginMeans } from './login.ts';
import { beginOwnAttempt } from './own-attempt.ts';
import { checkPassword } from './passwords.ts';
import { personOf } from './person.ts';
import { findAccount } from './queries.ts';

/**
 * Checks that the signed-in person knows the password, and returns its hash. A wrong one counts as a failed sign-in.
 * Throws WRONG_PASSWORD or RATE_LIMITED.
 */
export async function checkOwnPassword(
  means: Pick<LoginMeans, 'db' | 'limits' | 'secretKeys'>,
  request: FastifyRequest,
  password: string,
): Promise<string> {
  const person = personOf(request.caller);
  const account = await request.readTenant((tx) => findAccount(tx, person), person.tenantUuid);
  const { succeeded } = await beginOwnAttempt(means, account ?? request.caller, request.ip);
  const stored = account?.passwordHash;
  if (!stored || !(await checkPassword(password, stored))) throw new Problem('WRONG_PASSWORD');
  await means.db.asPlatform(succeeded);
  return stored;
}

import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { Problem } from '../../problems.ts';
import { findSecurityPolicy } from '../../tenants/security/queries.ts';
import { checkEnd } from '../check-end.ts';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.ts';
import type { Person } from '../person.ts';
import { tokenPrefix } from './find-caller.ts';
import { countPersonalTokens, insertPersonalToken } from './queries.ts';
import type { PersonalTokenRow, TokenWanted } from './schemas.ts';

const mostTokens = 20;

/**
 * Creates a token of a person and returns it with its text, of which the hash alone is kept. Throws
 * VALIDATION_FAILED for a time to end that has passed or is too far, and TOO_MANY_TOKENS.
 */
export async function createPersonalToken(
  tx: Tx,
  person: Person,
  { name, scopes, expiresAt = null }: TokenWanted,
): Promise<PersonalTokenRow & { token: string }> {
  const { tokenDays } = await findSecurityPolicy(tx, person.tenantUuid);
  if (expiresAt !== null) checkEnd(expiresAt, tokenDays);
  if ((await countPersonalTokens(tx, person)) >= mostTokens) throw new Problem('TOO_MANY_TOKENS');
  const token = `${tokenPrefix}${newOpaqueToken()}`;
  const row = await insertPersonalToken(tx, person, {
    tokenUuid: randomUUIDv7(),
    name,
    scopes,
    tokenHash: hashOpaqueToken(token),
    expiresAt,
    days: tokenDays,
  });
  await recordEvent(tx, {
    eventType: 'token.created',
    entityType: 'TOKEN',
    entityId: row.tokenUuid,
    attributes: { scopeCount: String(scopes.length) },
  });
  return { ...row, token };
}

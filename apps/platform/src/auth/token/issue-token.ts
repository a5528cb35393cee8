import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import { recordEvent } from '../../events.ts';
import { actorOf } from '../../http/actor-of.ts';
import { type Client, lockClient, noteIssue } from '../credentials/queries.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import type { TokenIssuer } from '../token-issuer.ts';
import type { ClientPair } from './client-authentication.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenAnswer } from './schemas.ts';

/**
 * Issues an access token to a machine: for all roles of its credential, or those of `scope`. It ends
 * with the credential at the latest. Throws `invalid_client` and `invalid_scope`.
 */
export async function issueToken(
  { db, issuer }: { db: Db; issuer: TokenIssuer },
  pair: ClientPair,
  scope: string | undefined,
): Promise<TokenAnswer> {
  const { client, roles, seconds } = await db.asPlatform(async (tx) => {
    const known = isClientId(pair.clientId) ? await lockClient(tx, pair.clientId) : undefined;
    const seconds = Math.min(issuer.accessSeconds, known?.secondsLeft ?? issuer.accessSeconds);
    if (!known || !hasSecret(known, pair.clientSecret) || seconds < 1)
      throw new OAuthError('invalid_client', 'The client or its secret is not known, or it ended');
    const roles = rolesOf(known, scope);
    if (await noteIssue(tx, known))
      await recordEvent(tx, {
        eventType: 'credential.token_issued',
        tenantUuid: known.tenantUuid,
        actor: actorOf({ roles, userUuid: known.credentialUuid, isMachine: true }),
        entityType: 'CREDENTIAL',
        entityId: known.credentialUuid,
      });
    return { client: known, roles, seconds };
  });
  return {
    access_token: await issuer.issueForMachine(client, roles, seconds),
    token_type: 'Bearer',
    expires_in: seconds,
    scope: roles.join(' '),
  };
}

const isClientId = (text: string) => /^[\x21-\x7e]+$/.test(text);

function hasSecret({ secretHash, previousSecretHash }: Client, secret: string): boolean {
  const hash = hashOpaqueToken(secret);
  return [secretHash, previousSecretHash].some(
    (each) => each !== null && timingSafeEqual(each, hash),
  );
}

/** Returns the roles that a scope asks for; those of the client without one. */
function rolesOf({ roles }: Client, scope: string | undefined): Client['roles'] {
  const wanted = scope?.split(' ').filter(Boolean) ?? [];
  if (wanted.length === 0) return roles;
  if (wanted.some((each) => !roles.some((role) => role === each)))
    throw new OAuthError('invalid_scope', 'The scope names a role that the client does not have');
  return roles.filter((role) => wanted.includes(role));
}

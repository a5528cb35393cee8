import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import { recordEvent } from '../../events.ts';
import { actorOf } from '../../http/actor-of.ts';
import { isOutside } from '../../http/networks.ts';
import { Problem } from '../../problems.ts';
import { type Client, lockClient, noteIssue } from '../credentials/queries.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import { scopes as allScopes } from '../scopes.ts';
import { recordingRefusal } from '../sign-in-checks.ts';
import type { TokenIssuer } from '../token-issuer.ts';
import type { ClientPair } from './client-authentication.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenAnswer } from './schemas.ts';

/**
 * Issues an access token to a machine: for all roles and scopes of its credential, or those that `scope` names. It ends
 * with the credential at the latest. Throws `invalid_client`, `invalid_scope` and NETWORK_NOT_ALLOWED.
 */
export async function issueToken(
  { db, issuer }: { db: Db; issuer: TokenIssuer },
  pair: ClientPair,
  { scope, address }: { scope: string | undefined; address: string },
): Promise<TokenAnswer> {
  let known: Client | undefined;
  const machine = () => known && machineOf(known);
  const { client, held, seconds } = await recordingRefusal(db, machine, async (tx) => {
    known = isClientId(pair.clientId) ? await lockClient(tx, pair.clientId) : undefined;
    const seconds = Math.min(issuer.accessSeconds, known?.secondsLeft ?? issuer.accessSeconds);
    if (!known || !hasSecret(known, pair.clientSecret) || seconds < 1)
      throw new OAuthError('invalid_client', 'The client or its secret is not known, or it ended');
    if (await isOutside(tx, known, address)) throw new Problem('NETWORK_NOT_ALLOWED');
    const held = narrowed(known, scope);
    if (await noteIssue(tx, known))
      await recordEvent(tx, {
        eventType: 'credential.token_issued',
        tenantUuid: known.tenantUuid,
        actor: actorOf(machineOf(known)),
        entityType: 'CREDENTIAL',
        entityId: known.credentialUuid,
      });
    return { client: known, held, seconds };
  });
  return {
    access_token: await issuer.issueForMachine(client, held, seconds),
    token_type: 'Bearer',
    expires_in: seconds,
    scope: [...held.roles, ...(held.scopes ?? [])].join(' '),
  };
}

const machineOf = ({ tenantUuid, roles, credentialUuid: userUuid }: Client) => ({
  tenantUuid,
  roles,
  userUuid,
  isMachine: true,
});

const isClientId = (text: string) => /^[\x21-\x7e]+$/.test(text);

function hasSecret({ secretHash, previousSecretHash }: Client, secret: string): boolean {
  const hash = hashOpaqueToken(secret);
  return [secretHash, previousSecretHash].some(
    (each) => each !== null && timingSafeEqual(each, hash),
  );
}

type Held = Pick<Client, 'roles' | 'scopes'>;

/** Returns what of a client's roles and scopes is asked for; of what is not named, all. */
function narrowed({ roles, scopes }: Client, scope: string | undefined): Held {
  const wanted = scope?.split(' ').filter(Boolean) ?? [];
  const reach = scopes ?? allScopes;
  const [ofRoles, ofScopes] = [
    roles.filter((role) => wanted.includes(role)),
    reach.filter((each) => wanted.includes(each)),
  ];
  if (wanted.some((each) => ![...roles, ...reach].some((known) => known === each)))
    throw new OAuthError('invalid_scope', 'The scope names what the client does not have');
  return {
    roles: ofRoles.length > 0 ? ofRoles : roles,
    scopes: ofScopes.length > 0 ? ofScopes : scopes,
  };
}

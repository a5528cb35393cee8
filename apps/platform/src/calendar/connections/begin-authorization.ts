import type { ProviderSettings } from '../../calendar-providers.ts';
import type { KeyRing } from '../../database/key-ring.ts';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import { hashOf, type ReturnTo, signState } from './consent-state.ts';
import { newVerifier, toAuthorizationUrl } from './oauth.ts';
import type { TokenCipher } from './token-cipher.ts';

const lifetime = '10 minutes';

type Asked = {
  userUuid: string;
  settings: ProviderSettings;
  redirectUri: string;
  /** The cookie of the browser that begins, and the origin at which it does. */
  cookie: string;
  origin: string;
  returnTo: ReturnTo;
};
type ConsentKeys = { cipher: TokenCipher; secretKeys: KeyRing };

/**
 * Begins a consent at a provider and returns where to send the user. The state is signed, belongs
 * to this user, browser and provider, and works once within ten minutes. Throws
 * PROVIDER_NOT_CONFIGURED.
 */
export async function beginAuthorization(
  tx: Tx,
  { cipher, secretKeys }: ConsentKeys,
  { userUuid, settings, redirectUri, cookie, origin, returnTo }: Asked,
): Promise<string> {
  const { name: provider, clientId } = settings;
  if (!clientId) throw new Problem('PROVIDER_NOT_CONFIGURED');
  const browserHash = hashOf(cookie);
  const state = signState(secretKeys, provider, { browserHash, origin, returnTo });
  const stateHash = hashOf(state);
  const verifier = newVerifier();
  const sealedVerifier = cipher.seal(verifier, stateHash.toString('hex'));
  await tx`
    insert into calendar_authorizations
      (tenant_uuid, state_hash, user_uuid, provider, redirect_uri, sealed_verifier, browser_hash,
       expires_at)
    values (${tx.tenantUuid}, ${stateHash}, ${userUuid}, ${provider}, ${redirectUri}, ${sealedVerifier},
            ${browserHash}, now() + ${lifetime}::interval)`;
  return toAuthorizationUrl(settings, { state, verifier, redirectUri });
}

import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import * as oidc from 'openid-client';
import { callbackPath } from './callback-path.ts';
import { isGoogle } from './discover-issuer.ts';
import { createProviderClient, type UsableConnection } from './provider-client.ts';
import type { SsoMeans } from './sso-means.ts';
import { type BegunSignIn, hashOf } from './states.ts';

type Begin = {
  tenantUuid: string;
  origin: string;
  /** The cookie of the browser that begins. */
  cookie: string;
  /** Whom the provider is to ask for, where somebody said so. */
  email?: string | undefined;
  proof?: BegunSignIn['proof'];
};

/** Returns the domain of an e-mail address as domains are kept. */
export const domainOf = (email: string): string => plainEmail(email.trim()).split('@').at(-1) ?? '';

/**
 * Returns where a browser is sent to sign in at a firm's provider: authorization code with PKCE. Nobody
 * is asked and nothing is written. A proof is asked for anew there.
 */
export async function startSignIn(
  { providerFetch, states }: SsoMeans,
  connection: UsableConnection,
  { tenantUuid, origin, cookie, email, proof }: Begin,
): Promise<string> {
  const [nonce, verifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const state = states.seal({
    tenantUuid,
    connectionUuid: connection.connectionUuid,
    origin,
    browserHash: hashOf(cookie).toString('base64url'),
    nonce,
    verifier,
    startedAt: Date.now(),
    ...(proof ? { proof } : {}),
  });
  const forGoogle = isGoogle(connection.metadata.issuer);
  const client = createProviderClient(providerFetch, connection, null);
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: `${origin}${callbackPath}`,
    // Google knows no such scope, and asks by a parameter of its own.
    scope: `openid email profile${forGoogle ? '' : ' offline_access'}`,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(forGoogle ? { access_type: 'offline' } : {}),
    ...(forGoogle && email ? { hd: domainOf(email) } : {}),
    ...(email ? { login_hint: email.trim() } : {}),
    ...(proof ? { max_age: '0' } : {}),
  });
  return url.href;
}

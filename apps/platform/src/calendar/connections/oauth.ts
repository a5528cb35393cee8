import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  None,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { ProviderSettings } from '../../calendar-providers.ts';
import { unreachable } from '../providers/failures.ts';
import { ProviderError } from '../providers/provider.ts';
import { providers } from '../providers/registry.ts';

/** A connection's tokens as they are kept, sealed. `expiresAt` is an instant. */
export type Tokens = { accessToken: string; refreshToken: string; expiresAt: string };

const timeoutMs = 10_000;

/** Returns what each request to a provider needs: its server, how we are known there, and options. */
function requestTo(settings: ProviderSettings) {
  const { authorizationUrl, tokenUrl, revocationUrl, clientId, clientSecret } = settings;
  const server: AuthorizationServer = {
    issuer: new URL(authorizationUrl).origin,
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
    ...(revocationUrl ? { revocation_endpoint: revocationUrl } : {}),
  };
  const client = { client_id: clientId };
  const auth = clientSecret ? ClientSecretPost(clientSecret) : None();
  // Plain HTTP is for a provider on this machine, and for no other.
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(tokenUrl).hostname);
  const options = { signal: AbortSignal.timeout(timeoutMs), [allowInsecureRequests]: isLoopback };
  return { server, client, auth, options };
}

/**
 * Returns the address of the provider's consent page: authorization code with PKCE (RFC 6749, RFC
 * 7636).
 */
export async function toAuthorizationUrl(
  settings: ProviderSettings,
  { state, verifier, redirectUri }: { state: string; verifier: string; redirectUri: string },
): Promise<string> {
  const url = new URL(settings.authorizationUrl);
  const params = {
    client_id: settings.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: settings.scopes,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...providers[settings.name].authorizationParams,
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

export const newVerifier = generateRandomCodeVerifier;

/**
 * Exchanges the callback's code for tokens. Throws ProviderError (SCOPES_MISSING when the person left
 * out a permission) or the library's own errors.
 */
export async function exchangeCode(
  settings: ProviderSettings,
  query: URLSearchParams,
  { state, verifier, redirectUri }: { state: string; verifier: string; redirectUri: string },
): Promise<Tokens> {
  const { server, client, auth, options } = requestTo(settings);
  const params = new URLSearchParams(query);
  // Each provider has a redirect URI of its own, which settles who answered.
  params.delete('iss');
  const checked = validateAuthResponse(server, client, params, state);
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    auth,
    checked,
    redirectUri,
    verifier,
    options,
  );
  const granted = await processAuthorizationCodeResponse(server, client, await bare(response));
  const missing = missingScopes(settings.scopes, granted.scope);
  if (missing.length > 0) throw new ProviderError('PERMANENT', 'SCOPES_MISSING');
  const tokens = toTokens(granted, '');
  if (!tokens.refreshToken) throw new ProviderError('PERMANENT', 'NO_REFRESH_TOKEN');
  return tokens;
}

/** Errors of a token endpoint that only the person can mend, by another consent (RFC 6749, OpenID Connect Core 3.1.2.6). */
const consentErrors = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
]);

/** Returns new tokens for a refresh token. Throws AUTH when the person has to consent anew; RETRY for the rest. */
export async function refresh(settings: ProviderSettings, refreshToken: string): Promise<Tokens> {
  const { server, client, auth, options } = requestTo(settings);
  try {
    const response = await refreshTokenGrantRequest(server, client, auth, refreshToken, options);
    const granted = await processRefreshTokenResponse(server, client, await bare(response));
    return toTokens(granted, refreshToken);
  } catch (error) {
    if (!(error instanceof ResponseBodyError)) throw unreachable(error);
    const { error: providerCode, status } = error;
    if (consentErrors.has(providerCode))
      throw new ProviderError('AUTH', 'AUTH_EXPIRED', { status, providerCode });
    throw new ProviderError('RETRY', 'TOKEN_ENDPOINT_REFUSED', { status, providerCode });
  }
}

/**
 * Ends a grant at the provider (RFC 7009), where it has an endpoint for that. Returns false when it
 * is worth trying again; a token that the provider does not know any more needs no revocation.
 */
export async function revoke(settings: ProviderSettings, refreshToken: string): Promise<boolean> {
  if (!settings.revocationUrl) return true;
  const { server, client, auth, options } = requestTo(settings);
  const request = revocationRequest(server, client, auth, refreshToken, options);
  const response = await request.catch(() => undefined);
  await response?.body?.cancel();
  return response !== undefined && response.status < 500 && response.status !== 429;
}

// Scopes about who signs in, which the sync does without; offline_access shows as a refresh token.
const aboutThePerson = new Set([
  'openid',
  'email',
  'profile',
  'userinfo.email',
  'userinfo.profile',
  'offline_access',
]);

/** Returns those of the wanted scopes that were not granted; without an answer all were (RFC 6749, section 5.1). */
function missingScopes(wanted: string, granted: string | undefined): string[] {
  if (granted === undefined) return [];
  const given = new Set(scopeNames(granted));
  return scopeNames(wanted).filter((name) => !aboutThePerson.has(name) && !given.has(name));
}

/**
 * Returns scopes by their last part: a provider may answer `https://graph.microsoft.com/User.Read`
 * for `User.Read`.
 */
const scopeNames = (scopes: string) =>
  scopes
    .split(/\s+/)
    .filter(Boolean)
    .map((scope) => scope.toLowerCase().replace(/^.*\//, ''));

/**
 * Returns a token response without an ID token, which comes where the scopes ask for one: whose
 * calendar it is, the calendar says, and Microsoft's issuer is another for each of its tenants.
 */
async function bare(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { id_token: _, ...rest } = (await response.json()) as Record<string, unknown>;
  const { status, headers } = response;
  return new Response(JSON.stringify(rest), { status, headers });
}

function toTokens(response: TokenEndpointResponse, refreshToken: string): Tokens {
  const {
    access_token: accessToken,
    refresh_token: rotated,
    expires_in: seconds = 3_600,
  } = response;
  return {
    accessToken,
    refreshToken: rotated ?? refreshToken,
    expiresAt: Temporal.Now.instant().add({ seconds }).toString(),
  };
}

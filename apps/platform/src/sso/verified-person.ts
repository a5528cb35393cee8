import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import { callbackPath } from './callback-path.ts';
import { isGoogle } from './discover-issuer.ts';
import {
  clockSeconds,
  createProviderClient,
  isAway,
  type UsableConnection,
} from './provider-client.ts';
import { RefusedSignIn } from './refused-sign-in.ts';
import type { SsoMeans } from './sso-means.ts';
import type { BegunSignIn } from './states.ts';

type Claims = Record<string, unknown>;

/** Somebody whom the provider has signed in, as it tells. */
export type VerifiedPerson = {
  subject: string;
  claims: Claims;
  email: string;
  refreshToken: string | null;
  idToken: string;
};

/**
 * Exchanges the code of a sign-in and returns whom the provider says that it is. Throws RefusedSignIn
 * for every answer that is not right to the letter.
 */
export async function verifyPerson(
  { providerFetch, secrets }: SsoMeans,
  connection: UsableConnection,
  begun: BegunSignIn,
  query: URLSearchParams,
): Promise<VerifiedPerson> {
  const { tenantUuid, origin, nonce, verifier, proof, startedAt } = begun;
  const { sealedSecret } = connection;
  const came = new URL(`${origin}${callbackPath}?${query}`);
  try {
    const secret = sealedSecret && secrets.open(sealedSecret, tenantUuid);
    const client = createProviderClient(providerFetch, connection, secret);
    const tokens = await oidc.authorizationCodeGrant(client, came, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: query.get('state') ?? '',
      idTokenExpected: true,
    });
    const [told, idToken] = [tokens.claims(), tokens.id_token];
    if (!told || !idToken) throw new RefusedSignIn('SSO_ANSWER_INVALID');
    checkClaims(told, connection.clientId, idToken, tokens.access_token);
    if (proof) checkAuthTime(told, startedAt);
    const more = await tellMore(connection, told, () =>
      oidc.fetchUserInfo(client, tokens.access_token, told.sub),
    );
    const claims: Claims = { ...more, ...told };
    // An address is as verified as its own source says.
    const emailSource: Claims = told.email === undefined ? more : told;
    return {
      subject: told.sub,
      claims,
      email: readEmail(emailSource),
      refreshToken: tokens.refresh_token ?? null,
      idToken,
    };
  } catch (error) {
    throw toRefusal(error);
  }
}

/**
 * Returns what userinfo tells where the ID token has no e-mail or no groups. Groups that nobody tells
 * change no roles.
 */
async function tellMore(
  { metadata, groupRoles, groupsClaim }: UsableConnection,
  told: oidc.IDToken,
  ask: () => Promise<Claims>,
): Promise<Claims> {
  if (metadata.userinfo_endpoint === undefined) return {};
  if (told.email === undefined) return ask();
  const lacksGroups = groupRoles.length > 0 && groupsClaim && told[groupsClaim] === undefined;
  return lacksGroups ? ask().catch(() => ({})) : {};
}

function toRefusal(error: unknown): RefusedSignIn {
  if (error instanceof RefusedSignIn) return error;
  const cause = error;
  if (isAway(error)) return new RefusedSignIn('SSO_PROVIDER_AWAY', { cause });
  if (error instanceof oidc.AuthorizationResponseError)
    return new RefusedSignIn('SSO_PROVIDER_REFUSED', { cause });
  return new RefusedSignIn('SSO_ANSWER_INVALID', { cause });
}

/** Checks what OpenID Connect Core, section 3.1.3.7, leaves to the client. */
function checkClaims(claims: oidc.IDToken, clientId: string, idToken: string, accessToken: string) {
  const latest = Date.now() / 1_000 + clockSeconds;
  const isWrong =
    claims.iat > latest ||
    claims.sub === '' ||
    claims.sub.length > 255 ||
    (claims.azp !== undefined && claims.azp !== clientId) ||
    (claims.at_hash !== undefined && claims.at_hash !== accessTokenHash(idToken, accessToken));
  if (isWrong) throw new RefusedSignIn('SSO_ANSWER_INVALID');
}

/** Returns the left half of the access token's hash, by the algorithm of the ID token. */
function accessTokenHash(idToken: string, accessToken: string): string {
  const isEd25519 = decodeProtectedHeader(idToken).alg === 'EdDSA';
  const hash = createHash(isEd25519 ? 'sha512' : 'sha256')
    .update(accessToken)
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

/** Checks that the person was asked anew, after the proof was begun. */
function checkAuthTime({ auth_time: at }: oidc.IDToken, startedAt: number): void {
  const isNow =
    typeof at === 'number' &&
    at >= startedAt / 1_000 - clockSeconds &&
    at <= Date.now() / 1_000 + clockSeconds;
  if (!isNow) throw new RefusedSignIn('SSO_NOT_PROVED');
}

/** Returns the e-mail address. `xms_edov` is how Entra says whether the owner of its domain gave it. */
function readEmail({ email, email_verified: verified, xms_edov: ownerVerified }: Claims): string {
  if (typeof email !== 'string' || !email.includes('@') || email.length > 320)
    throw new RefusedSignIn('SSO_EMAIL_MISSING');
  if (isDenied(verified) || isDenied(ownerVerified))
    throw new RefusedSignIn('SSO_EMAIL_UNVERIFIED');
  return email.trim();
}

const isDenied = (claim: unknown) => ['false', '0'].includes(String(claim).trim().toLowerCase());

/** Returns the domain of the customer, which Google's one issuer tells by `hd`. */
export function hostedDomains(issuer: string, { claims }: VerifiedPerson): string[] {
  if (!isGoogle(issuer)) return [];
  return [typeof claims.hd === 'string' ? claims.hd.toLowerCase() : ''];
}

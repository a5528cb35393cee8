import * as oidc from 'openid-client';
import { openSealed } from '../auth/sso/sso-secrets.ts';
import { Problem } from '../problems.ts';
import { callbackPath } from './callback-path.ts';
import { discoverIssuer, type IssuerMetadata } from './discover-issuer.ts';
import { createProviderClient, isAway } from './provider-client.ts';
import type { ConnectionRow } from './queries.ts';
import type { SsoCheck } from './schemas.ts';
import type { SsoMeans } from './sso-means.ts';

type Light = Omit<SsoCheck['issuer'], 'at'>;
type Lights = { [name in keyof SsoCheck]: Light };

const light = (detail: Light['detail'], reason: string | null = null): Light => ({
  ok: detail === 'ANSWERED',
  detail,
  reason,
});
const unasked = light('NOT_ASKED');

/** No code of any sign-in: the provider refuses it, and thereby says whether it knows the client. */
const noCode = 'atrium-connection-check';

/**
 * Asks a firm’s provider what a sign-in asks of it: its discovery document, its keys, and whether it knows
 * the client and its secret. Signs nobody in and changes nothing.
 */
export async function checkConnection(
  means: SsoMeans,
  tenantUuid: string,
  connection: ConnectionRow,
  origin: string,
): Promise<SsoCheck> {
  const { issuer, keys, client } = await ask(means, tenantUuid, connection, origin);
  const at = Temporal.Now.plainDateTimeISO('UTC').toString({ smallestUnit: 'second' });
  return { issuer: { ...issuer, at }, keys: { ...keys, at }, client: { ...client, at } };
}

async function ask(
  means: SsoMeans,
  tenantUuid: string,
  connection: ConnectionRow,
  origin: string,
): Promise<Lights> {
  if (connection.issuer === null)
    return { issuer: light('NOT_SET'), keys: unasked, client: unasked };
  const found = await discoverIssuer(means.providerFetch, connection.issuer).catch(toLight);
  if ('detail' in found) return { issuer: found, keys: unasked, client: unasked };
  const [keys, client] = await Promise.all([
    askForKeys(means, found),
    askAboutClient(means, tenantUuid, connection, found, origin),
  ]);
  return { issuer: light('ANSWERED'), keys, client };
}

function toLight(error: unknown): Light {
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'ISSUER_UNREACHABLE') return light('UNREACHABLE');
  return light('INVALID', error.message);
}

async function askForKeys(
  { providerFetch }: SsoMeans,
  { jwks_uri }: IssuerMetadata,
): Promise<Light> {
  try {
    const answer = await providerFetch.ask(jwks_uri, { headers: { accept: 'application/json' } });
    const told: unknown = answer.status === 200 ? await answer.json() : undefined;
    const { keys } = (told ?? {}) as { keys?: unknown };
    return light(Array.isArray(keys) && keys.length > 0 ? 'ANSWERED' : 'INVALID');
  } catch (error) {
    return light(isAway(error) ? 'UNREACHABLE' : 'INVALID');
  }
}

async function askAboutClient(
  { providerFetch, secrets }: SsoMeans,
  tenantUuid: string,
  row: ConnectionRow,
  metadata: IssuerMetadata,
  origin: string,
): Promise<Light> {
  const { clientId, sealedSecret } = row;
  if (clientId === null) return light('NOT_SET');
  const secret = sealedSecret ? openSealed(secrets, sealedSecret, tenantUuid) : null;
  if (secret === undefined) return light('NOT_SET');
  const connection = { ...row, connectionUuid: tenantUuid, clientId, metadata };
  const client = createProviderClient(providerFetch, connection, secret);
  const asked = { code: noCode, redirect_uri: `${origin}${callbackPath}`, code_verifier: noCode };
  try {
    await oidc.genericGrantRequest(client, 'authorization_code', asked);
    return light('INVALID');
  } catch (error) {
    return ofRefusal(error);
  }
}

/** Returns what a refusal of the code says about the client (RFC 6749, section 5.2). */
function ofRefusal(error: unknown): Light {
  if (isAway(error)) return light('UNREACHABLE');
  if (error instanceof oidc.WWWAuthenticateChallengeError) return light('REFUSED');
  if (!(error instanceof oidc.ResponseBodyError)) return light('INVALID');
  const isUnknown = ['invalid_client', 'unauthorized_client'].includes(error.error);
  return isUnknown ? light('REFUSED', error.error) : light('ANSWERED');
}

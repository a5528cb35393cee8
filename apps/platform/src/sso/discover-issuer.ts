import { Problem } from '../problems.ts';
import { ProviderAway, type ProviderFetch } from './provider-fetch.ts';

/** What is kept of an issuer's discovery document (OpenID Connect Discovery 1.0, section 3). */
export type IssuerMetadata = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  userinfo_endpoint?: string;
  end_session_endpoint?: string;
  token_endpoint_auth_methods_supported?: string[];
  authorization_response_iss_parameter_supported?: boolean;
};

/** The signatures of ID tokens that are believed. */
export const signingAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

const required = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const optional = ['userinfo_endpoint', 'end_session_endpoint'] as const;

const entraHosts =
  /^(login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn|windows\.net|microsoft\.com)|sts\.windows\.net)$/;
// The last is the tenant of all personal Microsoft accounts.
const entraForAll = [
  'common',
  'organizations',
  'consumers',
  '9188040d-6c67-4c5b-b112-36a304b66dad',
];

/** Google's one issuer serves every customer; the claim `hd` tells them apart. */
export const isGoogle = (issuer: string): boolean =>
  /^(https:\/\/)?accounts\.google\.com\/?$/i.test(issuer);

/** Returns whether an issuer signs for customers that a firm does not know. */
export function isForEverybody(issuer: string): boolean {
  const url = URL.parse(issuer);
  if (!url || !entraHosts.test(url.hostname)) return false;
  const [tenant = ''] = url.pathname.split('/').filter(Boolean);
  return tenant === '' || entraForAll.includes(tenant.toLowerCase());
}

/**
 * Asks an issuer for its discovery document and returns what is kept of it. Throws
 * ISSUER_UNREACHABLE, or ISSUER_INVALID with the reason in words.
 */
export async function discoverIssuer(
  { ask, isAllowed }: ProviderFetch,
  issuer: string,
): Promise<IssuerMetadata> {
  if (!isAllowed(issuer) || new URL(issuer).search)
    throw notValid('An issuer is an https address without user, query and fragment');
  if (isForEverybody(issuer))
    throw notValid(
      'This issuer signs for all customers of its maker: name the one of your own tenant',
    );
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await ask(address, { headers: { accept: 'application/json' } }).catch(
    (error: unknown) => {
      if (error instanceof ProviderAway)
        throw new Problem('ISSUER_UNREACHABLE', 'The issuer did not answer at a public address');
      throw notValid('The issuer answers with a redirect, or with more than 256 KiB');
    },
  );
  if (answer.status !== 200) throw notValid('The issuer has no discovery document');
  return read(await answer.text(), issuer, isAllowed);
}

function read(text: string, issuer: string, isAllowed: ProviderFetch['isAllowed']): IssuerMetadata {
  const document = parse(text);
  if (!document) throw notValid('The discovery document is not a JSON object');
  if (document.issuer !== issuer)
    throw notValid('The discovery document is of another issuer: the two must be the same text');
  const kept: Record<string, unknown> = { issuer };
  for (const name of [...required, ...optional]) {
    const address = document[name];
    if (address === undefined && optional.some((each) => each === name)) continue;
    if (typeof address !== 'string' || address.length > 2_000 || !isAllowed(address))
      throw notValid(`The discovery document has no ${name} that is an https address`);
    kept[name] = address;
  }
  if (!includesAny(document.response_types_supported, ['code']))
    throw notValid('The issuer does not support the authorization code flow');
  if (!includesAny(document.id_token_signing_alg_values_supported, signingAlgorithms))
    throw notValid(`The issuer signs by none of ${signingAlgorithms.join(', ')}`);
  const methods = document.token_endpoint_auth_methods_supported;
  if (Array.isArray(methods))
    kept.token_endpoint_auth_methods_supported = methods.slice(0, 20).map(String);
  if (document.authorization_response_iss_parameter_supported === true)
    kept.authorization_response_iss_parameter_supported = true;
  return kept as IssuerMetadata;
}

/** Returns whether a list has one of some values; one that is not stated says nothing. */
const includesAny = (list: unknown, wanted: readonly string[]) =>
  !Array.isArray(list) || list.some((each) => wanted.includes(String(each)));

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const notValid = (detail: string) => new Problem('ISSUER_INVALID', detail);

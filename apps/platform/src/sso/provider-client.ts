import * as oidc from 'openid-client';
import { type IssuerMetadata, signingAlgorithms } from './discover-issuer.ts';
import { ProviderAway, type ProviderFetch } from './provider-fetch.ts';
import type { ConnectionRow } from './queries.ts';

/** The most by which the clock of a provider may differ from ours, in seconds. */
export const clockSeconds = 120;

/** A connection by which people can be signed in. */
export type UsableConnection = ConnectionRow & {
  connectionUuid: string;
  clientId: string;
  metadata: IssuerMetadata;
};

/** Returns a connection that says all that a sign-in needs. */
export function toUsable(row: ConnectionRow): UsableConnection | undefined {
  const { connectionUuid, clientId, metadata } = row;
  return connectionUuid && clientId && metadata
    ? { ...row, connectionUuid, clientId, metadata }
    : undefined;
}

/**
 * Makes the client of a provider. Its keys are fetched for each sign-in, so that a new one is taken at
 * once. The signature of an ID token is checked although it came from the provider itself.
 */
export function createProviderClient(
  { ask }: ProviderFetch,
  { clientId, metadata }: UsableConnection,
  secret: string | null,
): oidc.Configuration {
  const server = {
    ...metadata,
    id_token_signing_alg_values_supported: [...signingAlgorithms],
  };
  const client = { [oidc.clockTolerance]: clockSeconds };
  const configuration = new oidc.Configuration(
    server,
    clientId,
    client,
    authenticationOf(metadata, secret),
  );
  // Each address is held to the rules of providerFetch, which lets http to this machine alone through.
  oidc.allowInsecureRequests(configuration);
  oidc.enableNonRepudiationChecks(configuration);
  configuration[oidc.customFetch] = (url, { method, headers, body }) =>
    ask(url, { method, headers, body: body?.toString() });
  return configuration;
}

/** Returns how a client proves itself at the token endpoint: by the first of two ways that is taken. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: IssuerMetadata,
  secret: string | null,
): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  // Basic is what is taken where the document says nothing (OpenID Connect Discovery, section 3).
  const takesBasic = methods?.includes('client_secret_basic') ?? true;
  return takesBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

/** Returns whether a failure means that the provider did not answer. */
export function isAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof ProviderAway) return true;
  return false;
}

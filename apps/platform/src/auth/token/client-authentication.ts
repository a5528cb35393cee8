import { OAuthError } from './oauth-error.ts';
import type { TokenRequest } from './schemas.ts';

/** The id and the secret by which a client says who it is. */
export type ClientPair = { clientId: string; clientSecret: string };

/**
 * Reads the client's id and secret from the Basic header or from the body (RFC 6749, section 2.3.1).
 * Throws `invalid_request` when both say them, and `invalid_client` when neither does.
 */
export function readClient(authorization: string | undefined, body: TokenRequest): ClientPair {
  const { client_id: clientId, client_secret: clientSecret } = body;
  if (authorization === undefined) {
    if (clientId && clientSecret) return { clientId, clientSecret };
    throw new OAuthError('invalid_client', 'The client id or the secret is missing');
  }
  if (clientSecret !== undefined)
    throw new OAuthError('invalid_request', 'Either the header or the body has the secret');
  const pair = readBasic(authorization);
  if (clientId !== undefined && clientId !== pair.clientId)
    throw new OAuthError('invalid_request', 'The header and the body name different clients');
  return pair;
}

function readBasic(authorization: string): ClientPair {
  const [, encoded = ''] = /^basic ([A-Za-z0-9+/_=-]{1,2000})$/i.exec(authorization.trim()) ?? [];
  const [, id, secret] =
    /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  if (!id || !secret)
    throw new OAuthError('invalid_client', 'The Authorization header must be Basic');
  return { clientId: decodeForm(id), clientSecret: decodeForm(secret) };
}

/** Both are form-encoded before they become a Basic header. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OAuthError('invalid_client', 'The Authorization header is malformed');
  }
}

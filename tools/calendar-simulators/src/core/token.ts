import type { FastifyRequest } from 'fastify';
import type { Code, Grant } from './grants.ts';
import type { Provider } from './provider.ts';

type TokenFault = { error: string; description: string; status: number };
type Granted = { grant: Grant; code?: Code; refreshToken?: string };

/**
 * The token endpoint's work (RFC 6749, 4.1.3 and 6): checks the client and exchanges a code or a
 * refresh token for a grant.
 */
export function exchange(provider: Provider, request: FastifyRequest): Granted | TokenFault {
  const form = (request.body ?? {}) as Record<string, string | undefined>;
  const client = clientOf(request, form);
  const { clientId, clientSecret } = provider.options;
  if (client.id !== clientId || client.secret !== clientSecret)
    return { error: 'invalid_client', description: 'Unauthorized', status: 401 };
  if (form.grant_type === 'authorization_code') return redeem(provider, form, clientId);
  if (form.grant_type === 'refresh_token') return refresh(provider, form.refresh_token ?? '');
  const description = `Invalid grant_type: ${form.grant_type ?? ''}`;
  return { error: 'unsupported_grant_type', description, status: 400 };
}

function redeem(
  provider: Provider,
  form: Record<string, string | undefined>,
  clientId: string,
): Granted | TokenFault {
  const code = provider.grants.redeem(form.code ?? '', {
    clientId,
    redirectUri: form.redirect_uri ?? '',
    verifier: form.code_verifier,
  });
  if (!code) return invalidGrant('Malformed, used or expired auth code, or a wrong verifier.');
  return { grant: provider.grants.open(code), code };
}

function refresh(provider: Provider, refreshToken: string): Granted | TokenFault {
  const grant = provider.grants.ofRefresh(refreshToken);
  if (!grant) return invalidGrant('Token has been expired or revoked.');
  const where = { operation: 'oauth.token', account: grant.account };
  const fault = provider.faults.strike('invalid-grant', where);
  if (fault) {
    provider.grants.revoke(refreshToken);
    const refused = invalidGrant('Token has been expired or revoked.');
    return { ...refused, error: fault.error ?? refused.error };
  }
  return { grant, refreshToken };
}

function invalidGrant(description: string): TokenFault {
  return { error: 'invalid_grant', description, status: 400 };
}

function clientOf(request: FastifyRequest, form: Record<string, string | undefined>) {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!basic) return { id: form.client_id, secret: form.client_secret };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
}

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Ask, approve, authorizeRoutes } from '../core/authorize.ts';
import { idToken, jwks, subjectOf } from '../core/id-token.ts';
import type { Provider } from '../core/provider.ts';
import { exchange } from '../core/token.ts';

export const look = { title: 'Microsoft calendar (simulated)', accent: '#0b7a75' };

/** A refresh token comes with the scope `offline_access`. */
const isOffline = (ask: Ask) => /\boffline_access\b/.test(ask.scope ?? '');

/**
 * The Microsoft identity platform's authorization code flow, as in
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow. Each refresh
 * brings a new refresh token; as there, the old one goes on working.
 */
export function oauthRoutes(app: FastifyInstance, provider: Provider): void {
  authorizeRoutes(app, provider, '/:tenant/oauth2/v2.0/authorize', look, isOffline);

  app.post(
    '/:tenant/oauth2/v2.0/token',
    { config: { operation: 'oauth.token' } },
    async (request, reply) => {
      const granted = exchange(provider, request);
      if ('error' in granted) return reply.code(granted.status).send(refuse(granted));
      const { grant, code } = granted;
      const { token, expiresIn } = provider.grants.giveAccess(grant);
      const offline = code ? code.offline : granted.refreshToken !== undefined;
      return {
        token_type: 'Bearer',
        scope: grant.scope,
        expires_in: expiresIn,
        ext_expires_in: expiresIn,
        access_token: token,
        ...(offline ? { refresh_token: provider.grants.giveRefresh(grant) } : {}),
        ...(/\bopenid\b/.test(grant.scope)
          ? { id_token: identify(request.host, grant, code?.nonce) }
          : {}),
      };
    },
  );

  app.get('/:tenant/discovery/v2.0/keys', async () => jwks());

  function identify(host: string, grant: { account: string; clientId: string }, nonce?: string) {
    const { email, name } = provider.calendarOf(grant.account).data;
    const iat = Math.floor(provider.clock.now() / 1000);
    return idToken({
      iss: `http://${host}/${tenantId}/v2.0`,
      aud: grant.clientId,
      sub: subjectOf(email),
      oid: subjectOf(email),
      tid: tenantId,
      ver: '2.0',
      name,
      email,
      preferred_username: email,
      iat,
      exp: iat + 3_600,
      ...(nonce ? { nonce } : {}),
    });
  }
}

/** The directory that all simulated accounts belong to. */
export const tenantId = '84bd8158-6d4d-4958-8b9f-9d6445542f95';

const codes: Record<string, number> = {
  invalid_grant: 700_082,
  invalid_client: 7_000_215,
  unsupported_grant_type: 70_003,
};

function refuse({ error, description }: { error: string; description: string }) {
  const code = codes[error] ?? 90_000;
  const timestamp = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}Z`;
  return {
    error,
    error_description: `AADSTS${code}: ${description} Timestamp: ${timestamp}`,
    error_codes: [code],
    timestamp,
    trace_id: randomUUID(),
    correlation_id: randomUUID(),
  };
}

/** The address a browser would be sent back to, had this person pressed Allow. */
export function approveAs(
  provider: Provider,
  authorizationUrl: string,
  email: string,
  granted?: string,
): string {
  const ask = Object.fromEntries(new URL(authorizationUrl).searchParams);
  return approve(provider, ask, email, isOffline, granted);
}

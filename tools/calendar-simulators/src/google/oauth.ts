import type { FastifyInstance } from 'fastify';
import { type Ask, approve, authorizeRoutes } from '../core/authorize.ts';
import { idToken, jwks, subjectOf } from '../core/id-token.ts';
import type { Provider } from '../core/provider.ts';
import { exchange } from '../core/token.ts';
import { readsEmail } from './scopes.ts';

export const look = { title: 'Google Calendar (simulated)', accent: '#1a66d6' };

/** A refresh token comes with `access_type=offline`. */
const isOffline = (ask: Ask) => ask.access_type === 'offline';

/**
 * OAuth 2.0 for web servers with PKCE, refresh and revocation, and who signed in, as in
 * https://developers.google.com/identity/protocols/oauth2/web-server and
 * https://developers.google.com/identity/openid-connect/openid-connect
 */
export function oauthRoutes(app: FastifyInstance, provider: Provider): void {
  authorizeRoutes(app, provider, '/o/oauth2/v2/auth', look, isOffline);

  app.post('/token', { config: { operation: 'oauth.token' } }, async (request, reply) => {
    const granted = exchange(provider, request);
    if ('error' in granted)
      return reply
        .code(granted.status)
        .send({ error: granted.error, error_description: granted.description });
    const { grant, code } = granted;
    const { token, expiresIn } = provider.grants.giveAccess(grant);
    return {
      access_token: token,
      expires_in: expiresIn,
      scope: grant.scope,
      token_type: 'Bearer',
      ...(code?.offline ? { refresh_token: provider.grants.giveRefresh(grant) } : {}),
      ...(/\bopenid\b/.test(grant.scope)
        ? { id_token: identify(request.host, grant, code?.nonce) }
        : {}),
    };
  });

  app.post('/revoke', { config: { operation: 'oauth.revoke' } }, async (request, reply) => {
    const { token } = { ...(request.query as Ask), ...(request.body as Ask | undefined) };
    if (provider.grants.revoke(token ?? '')) return {};
    return reply
      .code(400)
      .send({ error: 'invalid_token', error_description: 'Token expired or revoked' });
  });

  for (const path of ['/v1/userinfo', '/oauth2/v3/userinfo', '/oauth2/v2/userinfo'])
    app.get(
      path,
      { config: { operation: 'oauth.userinfo', scope: readsEmail } },
      async (request) => {
        const { email, name } = provider.calendarOf(request.account ?? '').data;
        return { sub: subjectOf(email), id: subjectOf(email), email, email_verified: true, name };
      },
    );

  app.get('/oauth2/v3/certs', async () => jwks());

  function identify(host: string, grant: { account: string; clientId: string }, nonce?: string) {
    const { email, name } = provider.calendarOf(grant.account).data;
    const iat = Math.floor(provider.clock.now() / 1000);
    const who = { sub: subjectOf(email), email, email_verified: true, name };
    return idToken({
      iss: `http://${host}`,
      aud: grant.clientId,
      azp: grant.clientId,
      ...who,
      iat,
      exp: iat + 3_600,
      ...(nonce ? { nonce } : {}),
    });
  }
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

import type { FastifyInstance, FastifyReply } from 'fastify';
import { consentPage, refusedPage } from './consent-page.ts';
import type { Provider } from './provider.ts';

type Look = { title: string; accent: string };
export type Ask = Record<string, string | undefined>;

/**
 * The authorization endpoint (RFC 6749, 4.1.1 and 4.1.2) with its consent page. Redirects to any
 * `redirect_uri`: a real provider would know the registered ones.
 */
export function authorizeRoutes(
  app: FastifyInstance,
  provider: Provider,
  path: string,
  look: Look,
  isOffline: (ask: Ask) => boolean,
): void {
  const config = { operation: 'oauth.authorize' };

  app.get(path, { config }, async (request, reply) => {
    const ask = request.query as Ask;
    const fault = faultOf(ask, provider);
    if (fault) return html(reply.code(400), refusedPage(look, fault));
    const hint = ask.login_hint;
    if (provider.options.autoApprove && hint)
      return reply.redirect(approve(provider, ask, hint, isOffline));
    const accounts = provider
      .calendars()
      .map(({ data }) => ({ email: data.email, name: data.name }));
    return html(reply, consentPage(look, ask, accounts));
  });

  app.post(path, { config }, async (request, reply) => {
    const { decision, account, other, ...ask } = request.body as Ask;
    const fault = faultOf(ask, provider);
    if (fault) return html(reply.code(400), refusedPage(look, fault));
    if (decision === 'deny') return reply.redirect(back(ask, { error: 'access_denied' }), 303);
    const email = (account || other || '').trim().toLowerCase();
    if (!/^\S+@\S+$/.test(email))
      return html(
        reply.code(400),
        refusedPage(look, 'Choose an account or type an e-mail address.'),
      );
    return reply.redirect(approve(provider, ask, email, isOffline), 303);
  });
}

/**
 * Says what a person does on the consent page: where the browser goes with its code. Who does not tick
 * every box grants less than was asked for.
 */
export function approve(
  provider: Provider,
  ask: Ask,
  email: string,
  isOffline: (ask: Ask) => boolean,
  granted = ask.scope ?? '',
): string {
  const code = provider.grants.giveCode({
    account: provider.calendarOf(email).data.email,
    clientId: ask.client_id ?? '',
    redirectUri: ask.redirect_uri ?? '',
    scope: granted,
    challenge: ask.code_challenge,
    challengeMethod: ask.code_challenge_method,
    nonce: ask.nonce,
    offline: isOffline(ask),
  });
  return back(ask, { code, ...(granted ? { scope: granted } : {}) });
}

function back(ask: Ask, answer: Record<string, string>): string {
  const url = new URL(ask.redirect_uri ?? '');
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (ask.state) url.searchParams.set('state', ask.state);
  return url.href;
}

function faultOf(ask: Ask, provider: Provider): string | undefined {
  if (ask.client_id !== provider.options.clientId) return 'The client is not known here.';
  if (!ask.redirect_uri || !URL.canParse(ask.redirect_uri))
    return 'The redirect address is not a URL.';
  if (!/^https?:/.test(ask.redirect_uri)) return 'The redirect address must be http or https.';
  if (ask.response_type !== 'code') return 'Only response_type=code is answered.';
  if (!ask.scope) return 'No scope was asked for.';
  if (ask.code_challenge && (ask.code_challenge_method ?? 'plain') === 'plain')
    return 'Only PKCE with S256 is taken.';
  return undefined;
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(page);
}

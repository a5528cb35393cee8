import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import { fieldError, invalid, ProblemError } from '@atrium/kit/problem.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ProviderSettings } from '../../calendar-providers.ts';
import { type CalendarConfig, providerOfPath } from '../../calendar-settings.ts';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { CalendarSync } from '../calendar-sync.ts';
import { beginAuthorization } from './begin-authorization.ts';
import { findConnectionView } from './connection-queries.ts';
import {
  AuthorizationUrl,
  ConsentAnswer,
  ConsentRequest,
  FinishedConsent,
} from './connection-schemas.ts';
import { consentCookie } from './consent-cookie.ts';
import { isFromBrowser, openState } from './consent-state.ts';
import { findConsentTheme } from './consent-theme.ts';
import { finishAuthorization } from './finish-authorization.ts';
import { resultPage } from './result-pages.ts';
import { findBeginner } from './take-authorization.ts';

const tags = ['Calendar'];
const base = '/api/v1/calendar';
const ByProvider = Type.Object({ provider: Type.String({ maxLength: 60 }) });
/** The console's page for each outcome. */
const consolePages = {
  success: '/settings/calendar?consent=given',
  'oauth-failed': '/settings/calendar?consent=refused',
  'oauth-failed?reason=permissions': '/settings/calendar?consent=partial',
} as const;

/**
 * Returns the console's page on which the person who began can sign in and finish. The code is
 * behind the hash: no server is told of it, and no log.
 */
function toFinishingPage(provider: string, query: URLSearchParams): string {
  const [code, state] = [query.get('code') ?? '', query.get('state') ?? ''];
  const answer = new URLSearchParams({ provider, code, state });
  return `/settings/calendar?consent=elsewhere#${answer}`;
}

/**
 * Registers the consent by which a calendar is connected. It is bound to the browser that began it,
 * so that nobody is talked into giving their calendar to the account of somebody else.
 */
export async function calendarConsentRoutes(
  app: Server,
  services: { calendar: CalendarSync; config: CalendarConfig; db: Db },
) {
  const { calendar, config: settings, db } = services;
  const keys = { cipher: calendar.cipher, secretKeys: settings.secretKeys };

  const providerOf = (value: string) => {
    const found = providerOfPath(settings.calendar, value);
    if (!found) throw invalid(fieldError('provider', 'UNKNOWN', 'is not a calendar provider'));
    return found;
  };

  app.post(
    `${base}/connect/:provider`,
    {
      config: { area: 'calendar', roles: staffRoles, personOnly: true },
      schema: {
        operationId: 'connectCalendar',
        tags,
        summary: 'Begin the consent at a provider: where to send the user, in this same browser',
        description:
          'Answers the address to send the browser to, and sets a cookie that binds the consent to this browser. It lasts ten minutes.',
        params: ByProvider,
        body: ConsentRequest,
        response: { 200: AuthorizationUrl, ...problems(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const redirectUri = `${await request.ownOrigin()}${base}/callback/${provider.alias}`;
      const { userUuid } = request.caller;
      const origin = await request.hostOrigin();
      const cookie = consentCookie.of(request, origin);
      const returnTo = request.body?.returnTo ?? 'PAGE';
      const asked = { userUuid, settings: provider, redirectUri, cookie, origin, returnTo };
      const authorizationUrl = await request.inTenant((tx) => beginAuthorization(tx, keys, asked));
      consentCookie.send(reply, origin, cookie);
      return { authorizationUrl };
    },
  );

  app.get(
    `${base}/callback/:provider`,
    {
      config: { public: true },
      schema: {
        operationId: 'finishCalendarConsent',
        tags,
        summary:
          'Where the provider sends the browser back; leads to the success or the failure page',
        description:
          'A consent counts only in the browser that began it; in any other nothing is connected. Always a redirect within this host: to a page that says what happened or, when the consent began in the console or at a mapped domain, to one where the person who began it can sign in and finish.',
        params: ByProvider,
        response: { 302: Type.Null(), ...problems(400) },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const query = new URL(request.url, 'http://here').searchParams;
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const here = await request.hostOrigin();
      const state = openState(keys.secretKeys, provider.name, query.get('state') ?? '');
      const isBeginner = state && isFromBrowser(state, consentCookie.read(request, here));
      const isOfConsole = state?.returnTo === 'CONSOLE';
      // Code and state go to no other origin than this one: a domain may be in other hands by now.
      const canFinish = isOfConsole || (await beganElsewhere(request, state?.origin, here));
      if (canFinish && !isBeginner && query.has('code'))
        return reply.redirect(toFinishingPage(provider.alias, query), 302);
      const page = isBeginner ? await finish(request, provider, query) : 'oauth-failed';
      const isLedBack = isOfConsole && isBeginner;
      return reply.redirect(isLedBack ? consolePages[page] : `${base}/callback/${page}`, 302);
    },
  );

  async function finish(
    request: FastifyRequest,
    provider: ProviderSettings,
    query: URLSearchParams,
  ): Promise<keyof typeof consolePages> {
    try {
      await finishAuthorization(services, provider, query);
      return 'success';
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : undefined;
      // A problem by its code only: its details may hold what the caller wrote.
      if (code) request.log.warn({ code }, 'calendar consent');
      else request.log.error({ err: error }, 'calendar consent');
      const isPartial = code === 'CALENDAR_PERMISSIONS_MISSING';
      return isPartial ? 'oauth-failed?reason=permissions' : 'oauth-failed';
    }
  }

  app.post(
    `${base}/callback/:provider`,
    {
      config: { area: 'calendar', roles: staffRoles, personOnly: true },
      schema: {
        operationId: 'completeCalendarConsent',
        tags,
        summary: 'Finish a consent that came back in another browser, as the person who began it',
        description:
          'Takes the code and state that the page was given. Anyone but the person who began the consent is refused.',
        params: ByProvider,
        body: ConsentAnswer,
        response: { 200: FinishedConsent, ...problems(400, 401, 403, 409, 503) },
      },
    },
    async (request) => {
      const provider = providerOf(request.params.provider);
      const { code, state } = request.body;
      const { userUuid } = request.caller;
      const opened = openState(keys.secretKeys, provider.name, state);
      // In the caller's tenant first, where it is checked that the session still stands.
      const find = (tx: Tx) => findBeginner(tx, provider.name, state);
      const beginner = (await request.readTenant(find)) ?? (await db.asPlatform(find));
      if (!beginner || !opened) throw new Problem('CONSENT_INVALID');
      if (beginner.userUuid !== userUuid)
        throw new Problem('FORBIDDEN', 'Only the person who began the consent can finish it');
      await finishAuthorization(services, provider, new URLSearchParams({ code, state }));
      const view = await request.readTenant(
        (tx) => findConnectionView(tx, userUuid),
        beginner.tenantUuid,
      );
      const isElsewhere = await beganElsewhere(request, opened.origin, await request.hostOrigin());
      const page =
        opened.returnTo === 'CONSOLE' ? consolePages.success : `${base}/callback/success`;
      return { ...view, continueAt: isElsewhere ? `${opened.origin}${page}` : null };
    },
  );

  /** Returns whether a consent began at another of the platform's own hosts. */
  async function beganElsewhere(request: FastifyRequest, origin: string | undefined, here: string) {
    return origin !== undefined && origin !== here && request.isOwnOrigin(origin);
  }

  const outcomeOf = (name: string, reason?: string) =>
    name === 'success' ? 'success' : reason === 'permissions' ? 'permissions' : 'failure';
  for (const name of ['success', 'oauth-failed'])
    app.get<{ Querystring: { reason?: string } }>(
      `${base}/callback/${name}`,
      {
        config: { public: true },
        schema: {
          operationId: `show${name === 'success' ? 'Given' : 'Failed'}Consent`,
          tags,
          summary: `The page that says that the consent ${name === 'success' ? 'was given' : 'failed'}`,
          description:
            'For a person, in the language of the browser and the brand of the firm in which they began, else of the host.',
          querystring: Type.Object({
            reason: Type.Optional(
              Type.String({ maxLength: 100, description: '`permissions`: some were not given' }),
            ),
          }),
          response: {
            200: {
              description: 'The page',
              content: { 'text/html': { schema: Type.String() } },
            },
          },
        },
      },
      async (request, reply) => {
        const language = preferredLanguage(request.headers['accept-language'], ['en', 'es']);
        const outcome = outcomeOf(name, request.query.reason);
        const theme = await findConsentTheme(request, db);
        return sendPage(reply, 200, resultPage(outcome, language, theme));
      },
    );
}

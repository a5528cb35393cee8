import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Services } from '../../services.ts';
import { providerOfPath } from '../calendar-settings.ts';
import { beginAuthorization } from './begin-authorization.ts';
import {
  findClientNames,
  findConnectionOf,
  findConnectionView,
  lockConnected,
  saveClientNames,
  savePreference,
} from './connection-queries.ts';
import {
  AuthorizationUrl,
  Connection,
  PreferencesUpdate,
  PullResult,
  Settings,
} from './connection-schemas.ts';
import { disconnectCalendar } from './disconnect-calendar.ts';
import { finishAuthorization } from './finish-authorization.ts';
import { resultPage } from './result-pages.ts';

const tags = ['Calendar'];
const config = { roles: staffRoles };
const base = '/api/v1/calendar';
const nothingPulled = { created: 0, updated: 0, canceled: 0, skipped: 0 };
const ByProvider = Type.Object({ provider: Type.String({ maxLength: 60 }) });

export async function calendarConnectionRoutes(app: Server, services: Services) {
  const { calendar, config: settings } = services;

  const providerOf = (value: string) => {
    const found = providerOfPath(settings.calendar, value);
    if (!found) throw invalid(fieldError('provider', 'UNKNOWN', 'is not a calendar provider'));
    return found;
  };

  app.get(
    `${base}/connection`,
    {
      config,
      schema: {
        operationId: 'getCalendarConnection',
        tags,
        summary: 'The caller’s calendar connection, its push health and preferences',
        response: { 200: Connection, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant((tx) => findConnectionView(tx, request.caller.userUuid)),
  );

  app.post(
    `${base}/connect/:provider`,
    {
      config,
      schema: {
        operationId: 'connectCalendar',
        tags,
        summary: 'Begin the consent at a provider: where to send the user',
        params: ByProvider,
        response: { 200: AuthorizationUrl, ...problems(400, 401, 403, 409) },
      },
    },
    async (request) => {
      const provider = providerOf(request.params.provider);
      const redirectUri = `${await request.ownOrigin()}${base}/callback/${provider.alias}`;
      const { userUuid } = request.caller;
      const keys = { cipher: calendar.cipher, secretKey: settings.secretKey };
      const asked = { userUuid, settings: provider, redirectUri };
      return {
        authorizationUrl: await request.inTenant((tx) => beginAuthorization(tx, keys, asked)),
      };
    },
  );

  app.get(
    `${base}/callback/:provider`,
    {
      config: { public: true },
      schema: {
        operationId: 'finishCalendarConsent',
        tags,
        summary: 'Where the provider sends the user back; leads to the success or the failure page',
        params: ByProvider,
        response: { 302: Type.Null(), ...problems(400) },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const query = new URL(request.url, 'http://here').searchParams;
      const connected = await finishAuthorization(services, provider, query).catch((error) => {
        request.log.warn({ err: error }, 'calendar consent');
        return false;
      });
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      return reply.redirect(`${base}/callback/${connected ? 'success' : 'oauth-failed'}`, 302);
    },
  );

  const outcomes = { success: 'success', 'oauth-failed': 'failure' } as const;
  for (const [name, outcome] of Object.entries(outcomes))
    app.get(
      `${base}/callback/${name}`,
      { config: { public: true }, schema: { hide: true } },
      async (request, reply) => {
        const language = preferredLanguage(request.headers['accept-language'], ['en', 'es']);
        return sendPage(reply, 200, resultPage(outcome, language));
      },
    );

  app.post(
    `${base}/disconnect`,
    {
      config,
      schema: {
        operationId: 'disconnectCalendar',
        tags,
        summary: 'Disconnect the calendar; what was synchronised stays as it is',
        response: { 200: Connection, ...problems(401, 403) },
      },
    },
    (request) =>
      request.inTenant(async (tx) => {
        const { userUuid } = request.caller;
        const connection = await lockConnected(tx, userUuid);
        if (connection) await disconnectCalendar(tx, connection, 'USER');
        return findConnectionView(tx, userUuid);
      }),
  );

  app.put(
    `${base}/connection/preferences`,
    {
      config,
      schema: {
        operationId: 'updateCalendarPreferences',
        tags,
        summary: 'Whether to show the dialogue of the first time',
        body: PreferencesUpdate,
        response: { 200: Connection, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.inTenant(async (tx) => {
        const { userUuid } = request.caller;
        await savePreference(tx, userUuid, request.body.firstTimeModalPref);
        return findConnectionView(tx, userUuid);
      }),
  );

  app.post(
    `${base}/sync`,
    {
      config,
      schema: {
        operationId: 'syncCalendar',
        tags,
        summary: 'Pull what changed in the connected calendar, now',
        response: { 200: PullResult, ...problems(401, 403, 503) },
      },
    },
    async (request) => {
      const { userUuid } = request.caller;
      const connection = await request.inTenant((tx) => findConnectionOf(tx, userUuid));
      // Without a calendar nothing is pulled, and the status says why.
      const isConnected = connection?.status === 'CONNECTED';
      const counts = isConnected ? await calendar.pullNow(connection) : nothingPulled;
      const { status, lastSyncedAt } = await request.readTenant((tx) =>
        findConnectionView(tx, userUuid),
      );
      return { status, lastSyncedAt, ...counts };
    },
  );

  app.get(
    `${base}/settings`,
    {
      config,
      schema: {
        operationId: 'getCalendarSettings',
        tags,
        summary: 'How clients are named in connected calendars',
        response: { 200: Settings, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant(async (tx) => ({ clientNames: await findClientNames(tx) })),
  );

  app.put(
    `${base}/settings`,
    {
      config: { roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] },
      schema: {
        operationId: 'updateCalendarSettings',
        tags,
        summary: 'Say how clients are named in connected calendars from now on',
        body: Settings,
        response: { 200: Settings, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.inTenant(async (tx) => {
        await saveClientNames(tx, request.body.clientNames);
        return { clientNames: request.body.clientNames };
      }),
  );
}

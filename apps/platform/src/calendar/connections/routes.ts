import { type Role, staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { PageOf, PageQuery } from '../../lists/page.ts';
import { Problem } from '../../problems.ts';
import { nothingPulled } from '../applied.ts';
import type { CalendarSync } from '../calendar-sync.ts';
import { exportUpcoming } from '../export/export-upcoming.ts';
import {
  findClientNames,
  findConnectionOf,
  findConnectionView,
  findOwnConnection,
  lockConnected,
  savePreference,
} from './connection-queries.ts';
import {
  Connection,
  PreferencesUpdate,
  PullResult,
  Settings,
  StaffConnection,
  SuspensionDecision,
} from './connection-schemas.ts';
import { disconnectCalendar } from './disconnect-calendar.ts';
import { listConnections } from './list-connections.ts';
import { decideSuspension } from './suspension.ts';
import { updateCalendarSettings } from './update-calendar-settings.ts';

const tags = ['Calendar'];
const config = { area: 'calendar', roles: staffRoles };
const own = { area: 'calendar', roles: staffRoles, personOnly: true };
const administrators = {
  area: 'calendar',
  roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] as const satisfies Role[],
};
const base = '/api/v1/calendar';

/**
 * Serves a person's own calendar connection, and the setting of how clients are named in calendars.
 */
export async function calendarConnectionRoutes(app: Server, calendar: CalendarSync) {
  app.get(
    `${base}/connection`,
    {
      config: own,
      schema: {
        operationId: 'getCalendarConnection',
        tags,
        summary: 'The caller’s calendar connection, its push health and preferences',
        description:
          'NONE before the first, DISCONNECTED after an end. A suspension that waits for a decision is shown with its meetings.',
        response: { 200: Connection, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant((tx) => findOwnConnection(tx, request.caller)),
  );

  app.get(
    `${base}/connections`,
    {
      config: administrators,
      schema: {
        operationId: 'listCalendarConnections',
        tags,
        summary: 'The calendar connections of the firm’s people, by page',
        description:
          'For administrators: whose calendar is connected, when it was last read, and what went wrong.',
        querystring: PageQuery,
        response: { 200: PageOf(StaffConnection), ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => listConnections(tx, request.query)),
  );

  app.post(
    `${base}/disconnect`,
    {
      config: own,
      schema: {
        operationId: 'disconnectCalendar',
        tags,
        summary: 'Disconnect the calendar; what was synchronised stays as it is',
        description: 'Ends the access at the provider too. Answers the connection.',
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
      config: own,
      schema: {
        operationId: 'updateCalendarPreferences',
        tags,
        summary: 'Whether to show the dialogue of the first time',
        description:
          'Keeps whether the console offers to connect a calendar. Answers the connection.',
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
      config: own,
      schema: {
        operationId: 'syncCalendar',
        tags,
        summary: 'Pull what changed in the connected calendar, now',
        description:
          'Answers how many meetings were created, updated, canceled and skipped. It also happens by itself, by push and by polling.',
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
        description: 'The firm’s choice, which holds for every connected calendar.',
        response: { 200: Settings, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant(async (tx) => ({ clientNames: await findClientNames(tx) })),
  );

  app.put(
    `${base}/settings`,
    {
      config: administrators,
      schema: {
        operationId: 'updateCalendarSettings',
        tags,
        summary: 'Say how clients are named in connected calendars from now on',
        description: 'By full name, by initials, or not at all. Answers the setting.',
        body: Settings,
        response: { 200: Settings, ...problems(400, 401, 403) },
      },
    },
    (request) => request.inTenant((tx) => updateCalendarSettings(tx, request.body)),
  );

  app.post(
    `${base}/export-upcoming`,
    {
      config: own,
      schema: {
        operationId: 'exportUpcomingMeetings',
        tags,
        summary: 'Write the meetings ahead into a calendar that was connected after they were made',
        description:
          'Takes those that the caller hosts and that have no event in the connected calendar; the provider mails nobody. Answers how many were queued: once more, only what is left.',
        response: {
          202: Type.Object({ meetings: Type.Integer({ description: 'How many were queued' }) }),
          ...problems(401, 403, 409),
        },
      },
    },
    async (request, reply) => {
      const { userUuid } = request.caller;
      const meetings = await request.inTenant(async (tx) => {
        const connection = await lockConnected(tx, userUuid);
        if (!connection) throw new Problem('CALENDAR_NOT_CONNECTED');
        return exportUpcoming(tx, userUuid, connection);
      });
      return reply.code(202).send({ meetings });
    },
  );

  app.post(
    `${base}/suspension`,
    {
      config: own,
      schema: {
        operationId: 'decideCalendarSuspension',
        tags,
        summary: 'Decide whether the meetings whose events disappeared are canceled or kept',
        description:
          'APPLY cancels the meetings, KEEP writes their events to the calendar again. Answers the connection.',
        body: SuspensionDecision,
        response: { 200: Connection, ...problems(400, 401, 403, 409) },
      },
    },
    (request) =>
      request.inTenant(async (tx) => {
        const { userUuid } = request.caller;
        const connection = await lockConnected(tx, userUuid);
        const { decision } = request.body;
        if (!connection || !(await decideSuspension(tx, connection, decision)))
          throw new Problem('NOTHING_SUSPENDED');
        return findConnectionView(tx, userUuid);
      }),
  );
}

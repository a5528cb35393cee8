import { roles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { endOtherSessions, endOwnSession } from './end-sessions.ts';
import { listSessions } from './queries.ts';
import { Session } from './schemas.ts';

const tags = ['Authentication'];
const everyone = { roles, bearerOnly: true, setsUpFactor: true };

/** Serves the sessions of the signed-in person. */
export async function sessionRoutes(app: Server) {
  app.get(
    '/api/auth/sessions',
    {
      config: everyone,
      schema: {
        operationId: 'listSessions',
        tags,
        summary: 'Where one is signed in, the session last used first',
        description:
          'Says of each session when it began and was last used, from which browser and address, and whether it is the current one.',
        response: { 200: Type.Array(Session), ...problems(401, 403) },
      },
    },
    (request) => {
      const { userUuid, sessionUuid, homeTenantUuid } = request.caller;
      return request.readTenant((tx) => listSessions(tx, userUuid, sessionUuid), homeTenantUuid);
    },
  );

  app.delete(
    '/api/auth/sessions/:sessionUuid',
    {
      config: everyone,
      schema: {
        operationId: 'endSession',
        tags,
        summary: 'Sign out somewhere',
        description:
          'Ends one of the caller’s own sessions, at once. That of another person is not found.',
        params: Type.Object({ sessionUuid: Uuid }),
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) => {
      const { caller, params } = request;
      const end = (tx: Tx) => endOwnSession(tx, caller, params.sessionUuid);
      return request.inTenant(end, caller.homeTenantUuid);
    },
  );

  app.delete(
    '/api/auth/sessions',
    {
      config: everyone,
      schema: {
        operationId: 'endOtherSessions',
        tags,
        summary: 'Sign out everywhere else',
        description: 'Ends all sessions of the caller but the one that asks, at once.',
        response: { 204: Type.Null(), ...problems(401, 403) },
      },
    },
    (request) => {
      const { caller } = request;
      return request.inTenant((tx) => endOtherSessions(tx, caller), caller.homeTenantUuid);
    },
  );
}

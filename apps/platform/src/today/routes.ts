import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { readToday } from './read-today.ts';
import { Today, TodayQuery } from './schemas.ts';

export async function todayRoutes(app: Server) {
  app.get(
    '/api/today',
    {
      config: { area: 'meetings', roles: staffRoles },
      schema: {
        operationId: 'getToday',
        tags: ['Console'],
        summary:
          'The caller’s day: meetings, answers, people and tasks, and what waits in the queue',
        description:
          'The meetings of a day and the week after it, what is to be answered, what a guest said no to, own people whose papers need attention, own tasks due within a week, and how much of each kind waits. Administrators also read how the firm’s house stands. To programs as far as their scopes go.',
        querystring: TodayQuery,
        response: { 200: Today, ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => readToday(tx, request.caller, request.query)),
  );
}

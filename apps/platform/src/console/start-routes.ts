import { roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { readStart } from './read-start.ts';
import { Start } from './start-schemas.ts';

export async function consoleStartRoutes(app: Server) {
  app.get(
    '/api/start',
    {
      config: { area: 'tenant', roles, personOnly: true },
      schema: {
        operationId: 'getStart',
        tags: ['Console'],
        summary: 'What stands around every page: the firm’s look, what is new, the own calendar',
        description:
          'The branding of the firm, the first page of the own inbox and, for staff, the own calendar connection and the values of contacts, as each is answered alone. To programs as far as their scopes go.',
        response: { 200: Start, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const originOf = await request.originOfFirms();
      const start = await request.readTenant((tx) => readStart(tx, request.caller, originOf));
      const { inbox } = start;
      return {
        ...start,
        ...(inbox && { inbox: request.sealPage(inbox, { path: '/api/inbox', list: {} }) }),
      };
    },
  );
}

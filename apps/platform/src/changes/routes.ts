import { roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { principalOf } from '../http/transactions.ts';
import type { Changes } from './create-changes.ts';
import { ToldChange } from './schemas.ts';

export async function changeRoutes(app: Server, changes: Changes) {
  app.addHook('preClose', async () => changes.endAll());

  app.get(
    '/api/changes',
    {
      exposeHeadRoute: false,
      config: { area: 'tasks', roles, lasts: true },
      schema: {
        operationId: 'streamChanges',
        tags: ['Changes'],
        summary: 'Changes of records as they are committed, as server-sent events',
        description:
          'Each message names a record that the caller may read, with the type of event and who acted; values are never told. Whoever comes again with Last-Event-ID is told what came meanwhile; the one event `reload` says that there was more, so that everything is to be read anew. A comment every 25 seconds keeps the line. It ends with the bearer, the session, its role or its firm. A person has at most four: a fifth ends the oldest.',
        response: {
          200: {
            description: 'Messages as text/event-stream; each one’s data is this',
            content: { 'text/event-stream': { schema: ToldChange } },
          },
          ...problems(401, 403),
        },
      },
    },
    async (request, reply) => {
      await request.noteEntry();
      const header = request.headers['last-event-id'];
      const stream = await changes.open({
        caller: request.caller,
        principal: principalOf(request),
        endsAt: endOfBearer(request),
        lastEventId: header?.toString() || undefined,
      });
      reply
        .type('text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no');
      return stream as never;
    },
  );
}

/** Returns when the bearer of a request ends, in milliseconds; a personal token says nothing of it. */
function endOfBearer({ headers, caller }: FastifyRequest): number {
  if (caller.isToken) return Number.POSITIVE_INFINITY;
  const [, bearer = ''] = (headers.authorization ?? '').split(' ');
  return (decodeJwt(bearer).exp ?? 0) * 1_000;
}

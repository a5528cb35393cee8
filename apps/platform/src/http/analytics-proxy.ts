import { roles } from '@atrium/kit/auth/caller.ts';
import { sendProblem } from '@atrium/kit/http/error-handler.ts';
import { KitProblem } from '@atrium/kit/problem.ts';
import type { Server } from '@atrium/kit/server.ts';
import httpProxy from '@fastify/http-proxy';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';

/**
 * Forwards /api/analytics/* to the analytics service, so that one port serves everything. The
 * bearer is checked here too, against the session: a revoked one ends at this door. Elsewhere any
 * gateway may do the forwarding.
 */
export async function analyticsProxy(app: Server, { config }: Services) {
  // Bodies pass through unread, so this scope has no parsers but the proxy's own.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, {
      upstream: config.analyticsUrl,
      prefix: '/api/analytics',
      rewritePrefix: '/api/analytics',
      disableRequestLogging: true,
      http: { requestOptions: { timeout: 30_000 } },
      config: { roles, rateLimit: false },
      preHandler: async (request) => {
        await (request as unknown as FastifyRequest).readTenant(async () => undefined);
      },
      replyOptions: {
        onError: (reply) => {
          const options = { headers: { 'retry-after': '2' } };
          const problem = new KitProblem('UNAVAILABLE', 'Analytics cannot be reached', options);
          sendProblem(reply.request as never, reply as never, problem);
        },
      },
    });
  });
}

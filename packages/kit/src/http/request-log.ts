import { fastifyPlugin } from 'fastify-plugin';
import type { Logger } from 'pino';

/**
 * Echoes the request id and writes one line for each answered request, by the pattern of its route: no
 * address, query, header or body. Without `accessLog` requests that went well are told at `debug` alone.
 */
export const requestLog = fastifyPlugin<{ accessLog?: boolean }>(
  async (app, { accessLog = false }) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id);
      done();
    });

    app.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions, caller, log, span } = request;
      const level = reply.statusCode < 400 && !accessLog ? 'debug' : 'info';
      if ((log as Logger).isLevelEnabled(level)) {
        log[level](
          {
            method,
            route: routeOptions.url ?? 'unknown',
            status: reply.statusCode,
            ms: Math.round(reply.elapsedTime * 10) / 10,
            tenant: caller?.tenantUuid,
            user: caller?.userUuid,
            traceId: span?.context.traceId,
          },
          'request',
        );
      }
      done();
    });
  },
);

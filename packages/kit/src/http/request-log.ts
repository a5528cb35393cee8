import { fastifyPlugin } from 'fastify-plugin';
import type { Logger } from 'pino';

/** Echoes the request id and writes one line for each answered request. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, caller, log, span } = request;
    // Requests that went well are in the metrics; the log at its default level is for the others.
    const level = reply.statusCode < 400 ? 'debug' : 'info';
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
});

import { fastifyPlugin } from 'fastify-plugin';

/** Echoes the request id and writes one line for each answered request. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });

  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, caller } = request;
    // What went well is on the metrics; the log at its default level is for what did not.
    const level = reply.statusCode < 400 ? 'debug' : 'info';
    request.log[level](
      {
        method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        tenant: caller?.tenantUuid,
        user: caller?.userUuid,
      },
      'request',
    );
  });
});

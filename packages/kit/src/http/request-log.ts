import { fastifyPlugin } from 'fastify-plugin';

/** Echoes the request id and writes one line for each answered request. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });

  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, caller } = request;
    request.log.info(
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

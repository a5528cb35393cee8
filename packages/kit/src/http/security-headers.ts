import { fastifyPlugin } from 'fastify-plugin';

/**
 * What every answer tells a browser: believe the content type, send no referrer, show it in no
 * frame, and, once it came over TLS, come back over TLS. Pages add a content security policy.
 */
export const securityHeaders = fastifyPlugin(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('x-frame-options', 'DENY');
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    done();
  });
});

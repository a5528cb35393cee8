import { fastifyPlugin } from 'fastify-plugin';

/** Sent with every answer, whoever makes it. */
export const always = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  // Most of what is answered is somebody's own; what may be kept says so itself.
  ['cache-control', 'no-store'],
] as const;

/**
 * Sets the headers that tell a browser: believe the content type, send no referrer, show it in no
 * frame, store nothing (public answers say otherwise), and, once it came over TLS, come back over
 * TLS: at this host alone, since its owner may have others below it that know none. Pages add a content
 * security policy.
 */
export const securityHeaders = fastifyPlugin(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of always) reply.header(name, value);
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000');
    }
    done();
  });
});

import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';

/**
 * Refuses a request that names an empty host, and one of HTTP/1.1 that names none (RFC 9112, section 3.2). Node, which would answer
 * without a word, is told to leave that to us.
 */
export const hostHeader = fastifyPlugin(async (app) => {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { host } = raw.headers;
    if (host || (host === undefined && raw.httpVersion !== '1.1')) return done();
    const headers = { connection: 'close' };
    done(new KitProblem('MALFORMED_REQUEST', 'The request has no Host', { headers }));
  });
});

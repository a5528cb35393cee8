import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';

/** Refuses what still comes on open connections once the server is closing; the next server takes it. */
export const refuseWhileClosing = fastifyPlugin(async (app) => {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!closing) return done();
    done(
      new KitProblem('UNAVAILABLE', 'The server is stopping', { headers: { 'retry-after': '1' } }),
    );
  });
});

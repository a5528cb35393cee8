import { setTimeout as sleep } from 'node:timers/promises';
import { fastifyPlugin } from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is stopping: a balancer should send new requests elsewhere. */
    isDraining: () => boolean;
    /** Tells balancers that the server is stopping, and goes on serving for some seconds. */
    drain: (seconds: number) => Promise<void>;
  }
}

// What is still under way by then is cut off.
const closeWithinMs = 8_000;

/**
 * Stops without losing requests. While the server drains, readiness is 503 and each answer ends its
 * connection, so that whoever sends requests opens the next one elsewhere. While it closes, what
 * came in on open connections is still served.
 */
export const drain = fastifyPlugin(async (app) => {
  let draining = false;
  app.decorate('isDraining', () => draining);
  app.decorate('drain', async (seconds: number) => {
    draining = true;
    await sleep(seconds * 1_000);
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    draining = true;
    if (!app.server.listening) return;
    let closed = false;
    app.server.close(() => {
      closed = true;
    });
    const until = performance.now() + closeWithinMs;
    // A request that began before the draining leaves its connection open.
    while (!closed && performance.now() < until) {
      app.server.closeIdleConnections();
      await sleep(20);
    }
    app.server.closeAllConnections();
  });
});

import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastifyPlugin } from 'fastify-plugin';
import { noneWaits } from './none-waits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns whether the server is stopping: a balancer should send new requests elsewhere. */
    isDraining: () => boolean;
    /**
     * Tells balancers that the server is stopping, goes on serving for some seconds, and stops to listen.
     * `pass` resolves when so many milliseconds have passed; by the clock unless a test knows better.
     */
    drain: (seconds: number, pass?: (ms: number) => Promise<unknown>) => Promise<void>;
  }
}

/** Much longer than the shipped proxy keeps an idle connection: it is the proxy that ends it. */
const lingerMs = 7_000;
/** The time after which whatever is still running is cut off. */
const closeWithinMs = 8_000;
/** The time in which a moment without waiting connections is looked for. */
const quietWithinMs = 3_000;
/** The end of the draining, in which connections may stay. */
const settleMs = 2_000;

/**
 * Stops without losing requests. While the server drains, readiness is 503 and each answer ends its
 * connection, so that whoever sends requests opens the next one elsewhere. In the last two seconds
 * connections may stay, so that hardly any new ones come: the system resets those that nobody has
 * accepted when a server stops to listen, which it does in a moment in which none waits. What comes
 * on open ones is still served.
 */
export const drain = fastifyPlugin(async (app) => {
  let [draining, ending, drained, closed] = [false, false, false, false];

  // Not the HTTP server's own close, which cuts idle connections that a request may be under way on.
  const stopListening = () => {
    NetServer.prototype.close.call(app.server, () => {
      closed = true;
    });
  };

  app.decorate('isDraining', () => draining);
  app.decorate('drain', async (seconds: number, pass = sleep) => {
    if (seconds === 0) return;
    draining = true;
    ending = true;
    await pass(Math.max(0, seconds * 1_000 - settleMs));
    ending = false;
    await pass(Math.min(seconds * 1_000, settleMs));
    await noneWaits(app.server, quietWithinMs);
    stopListening();
    drained = true;
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (ending) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    draining = true;
    ending = true;
    if (app.server.listening) stopListening();
    else if (!drained) return;
    const began = performance.now();
    const passed = () => performance.now() - began;
    while (!closed && passed() < closeWithinMs) {
      if (!drained || passed() > lingerMs) app.server.closeIdleConnections();
      await sleep(20);
    }
    app.server.closeAllConnections();
  });
});

import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { fastifyPlugin } from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns whether the server is stopping: a balancer should send new requests elsewhere. */
    isDraining: () => boolean;
    /** Tells balancers that the server is stopping, and goes on serving for some seconds. */
    drain: (seconds: number) => Promise<void>;
  }
}

/** Longer than the shipped proxy keeps an idle connection: it is the proxy that ends it. */
const lingerMs = 5_000;
/** The time after which whatever is still running is cut off. */
const closeWithinMs = 9_000;
/** The time in which a quiet turn is waited for: on a busy machine they are rare. */
const quietWithinMs = 4_000;
/** The end of the draining, in which connections may stay. */
const settleMs = 2_000;

/** Resolves right after a short turn of the event loop in which no connection came: none waits then. */
async function quietTurn(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  const until = performance.now() + quietWithinMs;
  for (let quiet = false; !quiet && performance.now() < until; ) {
    const [before, began] = [accepted, performance.now()];
    await nextTurn();
    quiet = accepted === before && performance.now() - began < 0.5;
  }
  server.off('connection', count);
}

/**
 * Stops without losing requests. While the server drains, readiness is 503 and each answer ends its
 * connection, so that whoever sends requests opens the next one elsewhere. In the last two seconds
 * connections may stay: the system resets those that nobody has accepted when a server stops to
 * listen, so there should be hardly any new ones then. What comes on open ones is still served.
 */
export const drain = fastifyPlugin(async (app) => {
  let [draining, ending, drained] = [false, false, false];
  app.decorate('isDraining', () => draining);
  app.decorate('drain', async (seconds: number) => {
    if (seconds === 0) return;
    draining = true;
    ending = true;
    await sleep(Math.max(0, seconds * 1_000 - settleMs));
    ending = false;
    await sleep(Math.min(seconds * 1_000, settleMs));
    drained = true;
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (ending) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    draining = true;
    ending = true;
    if (!app.server.listening) return;
    if (drained) await quietTurn(app.server);
    let closed = false;
    // Not the HTTP server's own close, which cuts idle connections that a request may be under way on.
    NetServer.prototype.close.call(app.server, () => {
      closed = true;
    });
    const began = performance.now();
    const passed = () => performance.now() - began;
    while (!closed && passed() < closeWithinMs) {
      if (!drained || passed() > lingerMs) app.server.closeIdleConnections();
      await sleep(20);
    }
    app.server.closeAllConnections();
  });
});

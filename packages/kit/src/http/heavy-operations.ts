import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { createTurns } from './turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route does much work for one request, or a function says which of its requests do. A person
     * or credential runs two such at a time. A public route takes the turn itself, once it knows whose.
     */
    heavy?: boolean | ((request: FastifyRequest) => boolean);
  }
  interface FastifyRequest {
    /** Waits for a person's turn at heavy work, which lasts until the answer has ended. Throws RATE_LIMITED. */
    takeHeavyTurn(who: string): Promise<void>;
  }
}

/** Lets nobody run more than two heavy operations at a time. RATE_LIMITS does not switch it off. */
export const heavyOperations = fastifyPlugin(async (app) => {
  const turns = createTurns({ atOnce: 2 });
  const gone = new WeakMap<FastifyRequest, AbortController>();

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.heavy) {
      const controller = new AbortController();
      gone.set(request, controller);
      reply.raw.once('close', () => controller.abort());
    }
    done();
  });

  app.decorateRequest('takeHeavyTurn', async function (this: FastifyRequest, who: string) {
    const signal = gone.get(this)?.signal;
    const end = await turns.take(who, signal);
    if (!signal || signal.aborted) return end();
    signal.addEventListener('abort', end);
  });

  app.addHook('preHandler', async (request) => {
    const { heavy = false } = request.routeOptions.config;
    const { caller } = request;
    if (!caller || !(typeof heavy === 'function' ? heavy(request) : heavy)) return;
    await request.takeHeavyTurn(caller.userUuid);
  });
});

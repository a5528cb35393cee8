import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fastifyPlugin } from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import type { Db } from '../database/db.ts';
import { noteSessionUse } from './queries.ts';
import { isBackground } from './sign-in-place.ts';

/** The pause between two notes of one session's use, in milliseconds. */
const pauseMs = 15_000;

/**
 * Notes after an answer that its session is used, which the person sees and the idle time is counted
 * from. The requests of the next seconds are not noted: that would be a write for each. What is only
 * listened to is no use.
 */
export const sessionUse = fastifyPlugin<{ db: Db }>(async (app, { db }) => {
  const lately = new LRUCache<string, true>({ max: 50_000, ttl: pauseMs });
  const running = new Set<Promise<void>>();

  app.addHook('onResponse', async (request) => {
    const caller = request.caller as Caller | null;
    if (!caller?.sessionUuid || request.routeOptions.config.lasts) return;
    const inBackground = isBackground(request);
    const key = `${caller.sessionUuid} ${inBackground}`;
    if (lately.has(key)) return;
    lately.set(key, true);
    const { homeTenantUuid: tenantUuid, sessionUuid } = caller;
    const usedAt = performance.now();
    // A note that waits for a connection tells of the use and not of its own time.
    const noting = db
      .asPlatform((tx) => {
        const agoMs = performance.now() - usedAt;
        return noteSessionUse(tx, { tenantUuid, sessionUuid, inBackground, agoMs });
      })
      .catch((error: unknown) => {
        lately.delete(key);
        request.log.warn({ err: error }, 'session use');
      })
      .finally(() => running.delete(noting));
    running.add(noting);
  });

  app.addHook('onClose', async () => {
    await Promise.all(running);
  });
});

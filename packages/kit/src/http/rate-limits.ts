import rateLimit from '@fastify/rate-limit';
import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';
import { countedAddress } from './counted-address.ts';

export type RateLimits = { enabled: boolean; perUserPerMinute: number };

/**
 * Limits requests per user (or address, on public routes) in each process. A route states its
 * own limit in `config.rateLimit`. Above it: 429 with Retry-After and RateLimit-* headers.
 */
export const rateLimits = fastifyPlugin<RateLimits>(async (app, limits) => {
  if (!limits.enabled) return;
  await app.register(rateLimit, {
    global: true,
    max: limits.perUserPerMinute,
    timeWindow: '1 minute',
    cache: 50_000,
    enableDraftSpec: true,
    keyGenerator: (request) => request.caller?.userUuid ?? countedAddress(request.ip),
    errorResponseBuilder: (_request, { max, ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      const detail = `At most ${max} requests a minute; try again in ${seconds} seconds`;
      return new KitProblem('RATE_LIMITED', detail);
    },
  });
});

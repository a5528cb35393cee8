import { Problem } from '../problems.ts';

const windowMs = 60_000;

/**
 * Limits the events that each tenant may send in a minute; a request is counted as a whole, at once.
 * Throws RATE_LIMITED with Retry-After and the RateLimit fields (draft-ietf-httpapi-ratelimit-headers-06).
 */
export function createEventBudget(perMinute: number, now: () => number = Date.now) {
  let windowEnds = 0;
  let spent = new Map<string, number>();

  return (tenantId: string, events: number): void => {
    if (now() >= windowEnds) {
      windowEnds = now() + windowMs;
      spent = new Map();
    }
    const before = spent.get(tenantId) ?? 0;
    if (before + events <= perMinute) {
      spent.set(tenantId, before + events);
      return;
    }
    const seconds = String(Math.max(1, Math.ceil((windowEnds - now()) / 1000)));
    throw new Problem(
      'RATE_LIMITED',
      `At most ${perMinute} events a minute for each tenant; try again in ${seconds} seconds`,
      {
        headers: {
          'retry-after': seconds,
          'ratelimit-limit': String(perMinute),
          'ratelimit-remaining': String(perMinute - before),
          'ratelimit-reset': seconds,
        },
      },
    );
  };
}

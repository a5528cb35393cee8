import { createFairQueue } from '../fair-queue.ts';
import { Problem } from '../problems.ts';

type SlotLimits = {
  slots: number;
  maxWaiting: number;
  maxWaitingOfTenant: number;
  maxWaitMs: number;
};

const refused = (detail: string) =>
  new Problem('OVERLOADED', detail, { headers: { 'retry-after': '5' } });

/**
 * Lets as many queries run at a time as there are slots, of one tenant at most all but one. The
 * others wait, tenants in turns. Throws OVERLOADED when too many wait already, or when a query
 * has waited too long.
 */
export function createQuerySlots(limits: SlotLimits) {
  const { slots, maxWaiting, maxWaitingOfTenant, maxWaitMs } = limits;
  const mostOfTenant = Math.max(1, slots - 1);
  const waiting = createFairQueue<() => void>();
  const running = new Map<string, number>();
  let free = slots;

  const mayRun = (tenant: string) => (running.get(tenant) ?? 0) < mostOfTenant;

  function occupy(tenant: string): void {
    free--;
    running.set(tenant, (running.get(tenant) ?? 0) + 1);
  }

  async function acquire(tenant: string, signal: AbortSignal): Promise<void> {
    if (free > 0 && mayRun(tenant)) return occupy(tenant);
    if (waiting.size >= maxWaiting || waiting.sizeOf(tenant) >= maxWaitingOfTenant)
      throw refused('Too many queries are waiting');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const go = () => {
      occupy(tenant);
      resolve();
    };
    const leave = (detail: string) => {
      if (waiting.remove(tenant, go)) reject(refused(detail));
    };
    const onAbort = () => leave('The caller has gone');
    waiting.push(tenant, go);
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(leave, maxWaitMs, 'Other queries took too long');
    await promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  }

  function release(tenant: string): void {
    free++;
    const own = (running.get(tenant) ?? 0) - 1;
    if (own > 0) running.set(tenant, own);
    else running.delete(tenant);
    const [next] = waiting.take(1, 1, mayRun);
    next?.();
  }

  return async <T>(tenant: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    await acquire(tenant, signal);
    try {
      return await work();
    } finally {
      release(tenant);
    }
  };
}

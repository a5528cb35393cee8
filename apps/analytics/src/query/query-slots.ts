import { createFairQueue } from '../fair-queue.ts';
import { Problem } from '../problems.ts';

export type SlotLimits = { slots: number; maxWaiting: number; maxWaitingOfTenant: number };

/**
 * Lets as many queries run at a time as there are slots; the others wait, tenants in turns.
 * Throws OVERLOADED when too many wait already.
 */
export function createQuerySlots({ slots, maxWaiting, maxWaitingOfTenant }: SlotLimits) {
  const waiting = createFairQueue<() => void>();
  let free = slots;

  async function acquire(tenant: string, signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free--;
      return;
    }
    if (waiting.size >= maxWaiting || waiting.sizeOf(tenant) >= maxWaitingOfTenant) {
      throw new Problem('OVERLOADED', 'Too many queries are waiting', {
        headers: { 'retry-after': '1' },
      });
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      if (waiting.remove(tenant, resolve)) reject(new Problem('OVERLOADED', 'The caller has gone'));
    };
    waiting.push(tenant, resolve);
    signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  function release(): void {
    const [next] = waiting.take(1);
    if (next) next();
    else free++;
  }

  return async <T>(tenant: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    await acquire(tenant, signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}

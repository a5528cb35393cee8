import { Problem } from '../../problems.ts';

/**
 * Runs work at most `atOnce` at a time and one after another for each tenant, tenants in turns:
 * one that asks for much makes only itself wait. Beyond `waitingPerTenant` it throws OVERLOADED.
 */
export function createTurns({ atOnce, waitingPerTenant }: Limits) {
  // Insertion order is the order of turns: a tenant that had its turn goes to the end.
  const queues = new Map<string, (() => void)[]>();
  const running = new Set<string>();

  function startNext(): void {
    for (const [tenant, queue] of queues) {
      if (running.size >= atOnce) return;
      if (running.has(tenant)) continue;
      const next = queue.shift();
      queues.delete(tenant);
      if (queue.length > 0) queues.set(tenant, queue);
      if (!next) continue;
      running.add(tenant);
      next();
    }
  }

  return async function inTurn<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(tenant) ?? [];
    if (queue.length >= waitingPerTenant)
      throw new Problem('OVERLOADED', 'Too many confirmations of this tenant wait already', {
        headers: { 'retry-after': '10' },
      });
    const turn = Promise.withResolvers<void>();
    queue.push(turn.resolve);
    queues.set(tenant, queue);
    startNext();
    await turn.promise;
    try {
      return await work();
    } finally {
      running.delete(tenant);
      startNext();
    }
  };
}

type Limits = { atOnce: number; waitingPerTenant: number };

/**
 * A queue of queues, one for each tenant, emptied in turns: a tenant that sends very much makes only
 * itself wait. Within a tenant, first in is first out.
 */
type FairQueue<T> = {
  readonly size: number;
  sizeOf(tenant: string): number;
  push(tenant: string, item: T): void;
  /** Takes at most `max` items, `turn` by `turn` from each tenant that `mayTake` allows. */
  take(max: number, turn?: number, mayTake?: (tenant: string) => boolean): T[];
  /** Removes an item that is waiting; false when it has been taken already. */
  remove(tenant: string, item: T): boolean;
};

type TenantQueue<T> = { items: T[]; head: number };

export function createFairQueue<T>(): FairQueue<T> {
  // Insertion order is the order of turns: a tenant that had its turn is put at the end.
  const queues = new Map<string, TenantQueue<T>>();
  let size = 0;

  function takeTurn(tenant: string, queue: TenantQueue<T>, max: number, into: T[]): void {
    const end = Math.min(queue.head + max, queue.items.length);
    for (let at = queue.head; at < end; at++) into.push(queue.items[at] as T);
    size -= end - queue.head;
    queue.head = end;
    queues.delete(tenant);
    if (end < queue.items.length) queues.set(tenant, queue);
  }

  return {
    get size() {
      return size;
    },

    sizeOf(tenant) {
      const queue = queues.get(tenant);
      return queue ? queue.items.length - queue.head : 0;
    },

    push(tenant, item) {
      const queue = queues.get(tenant);
      if (queue) queue.items.push(item);
      else queues.set(tenant, { items: [item], head: 0 });
      size++;
    },

    take(max, turn = 1, mayTake = () => true) {
      const taken: T[] = [];
      while (size > 0 && taken.length < max) {
        const next = queues.entries().find(([tenant]) => mayTake(tenant));
        if (!next) break;
        takeTurn(next[0], next[1], Math.min(turn, max - taken.length), taken);
      }
      return taken;
    },

    remove(tenant, item) {
      const queue = queues.get(tenant);
      const at = queue ? queue.items.indexOf(item, queue.head) : -1;
      if (!queue || at < 0) return false;
      queue.items.splice(at, 1);
      size--;
      if (queue.head === queue.items.length) queues.delete(tenant);
      return true;
    },
  };
}

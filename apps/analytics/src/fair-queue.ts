/**
 * A queue of queues, one for each tenant, emptied in turns: a tenant that sends very much makes only
 * itself wait. Within a tenant, first in is first out.
 */
export type FairQueue<T> = {
  readonly size: number;
  sizeOf(tenant: string): number;
  push(tenant: string, item: T): void;
  /** Takes at most `max` items, `turn` by `turn` from each tenant that `mayTake` allows. */
  take(max: number, turn?: number, mayTake?: (tenant: string) => boolean): T[];
  /** Removes an item that is waiting; false when it has been taken already. */
  remove(tenant: string, item: T): boolean;
};

type Lane<T> = { items: T[]; head: number };

export function createFairQueue<T>(): FairQueue<T> {
  // Insertion order is the order of turns: a tenant that had its turn is put at the end.
  const lanes = new Map<string, Lane<T>>();
  let size = 0;

  function takeTurn(tenant: string, lane: Lane<T>, max: number, into: T[]): void {
    const end = Math.min(lane.head + max, lane.items.length);
    for (let at = lane.head; at < end; at++) into.push(lane.items[at] as T);
    size -= end - lane.head;
    lane.head = end;
    lanes.delete(tenant);
    if (end < lane.items.length) lanes.set(tenant, lane);
  }

  return {
    get size() {
      return size;
    },

    sizeOf(tenant) {
      const lane = lanes.get(tenant);
      return lane ? lane.items.length - lane.head : 0;
    },

    push(tenant, item) {
      const lane = lanes.get(tenant);
      if (lane) lane.items.push(item);
      else lanes.set(tenant, { items: [item], head: 0 });
      size++;
    },

    take(max, turn = 1, mayTake = () => true) {
      const taken: T[] = [];
      while (size > 0 && taken.length < max) {
        const next = lanes.entries().find(([tenant]) => mayTake(tenant));
        if (!next) break;
        takeTurn(next[0], next[1], Math.min(turn, max - taken.length), taken);
      }
      return taken;
    },

    remove(tenant, item) {
      const lane = lanes.get(tenant);
      const at = lane ? lane.items.indexOf(item, lane.head) : -1;
      if (!lane || at < 0) return false;
      lane.items.splice(at, 1);
      size--;
      if (lane.head === lane.items.length) lanes.delete(tenant);
      return true;
    },
  };
}

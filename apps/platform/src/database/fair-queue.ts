/** Says how many connections there are and how long anybody waits for one, in milliseconds. */
type Limits = {
  places: number;
  longestMs: number;
  /** The waiting time of the first of an owner from which others of it are refused at once. */
  crowdedMs: number;
};

type Turn = { since: number; start: () => void };
type Owner = { name: string; running: number; waiting: Set<Turn> };

/** The owner of work that belongs to no tenant: sign-in, the relay, schedules. */
export const platformOwner = '';

/** Is thrown at who waited for too long, or comes while others of the owner have. */
export class QueueFull extends Error {}

/**
 * Shares the places of a pool between owners, the tenants and the platform itself. Whoever has least
 * is next, and of two the one who waits longer. While others wait an owner gets no more than half of the
 * places. A quarter is left free of any one tenant at all times, so that others find a place at once.
 * Only owners who wait themselves are refused.
 */
export function createFairQueue({ places, longestMs, crowdedMs }: Limits) {
  const half = Math.max(1, Math.floor(places / 2));
  const mostOfTenant = Math.max(1, Math.floor((places * 3) / 4));
  /** Those who have a place or wait for one. */
  const owners = new Map<string, Owner>();
  let running = 0;
  let waiting = 0;

  function mayStart(owner: Owner): boolean {
    if (running >= places) return false;
    if (owner.running < half) return true;
    const othersWait = waiting > owner.waiting.size;
    return !othersWait && (owner.name === platformOwner || owner.running < mostOfTenant);
  }

  /** Resolves when the owner has a place, which `leave` gives back. Throws QueueFull. */
  async function enter(name: string): Promise<void> {
    const owner = owners.get(name) ?? { name, running: 0, waiting: new Set() };
    owners.set(name, owner);
    if (owner.waiting.size === 0 && mayStart(owner)) return begin(owner);
    const [first] = owner.waiting;
    const since = performance.now();
    if (first && since - first.since > crowdedMs) throw new QueueFull();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { since, start: resolve };
    const timer = setTimeout(() => {
      forget(owner, turn);
      reject(new QueueFull());
      startNext();
    }, longestMs);
    owner.waiting.add(turn);
    waiting += 1;
    await promise.finally(() => clearTimeout(timer));
  }

  function begin(owner: Owner): void {
    owner.running += 1;
    running += 1;
  }

  function forget(owner: Owner, turn: Turn): void {
    owner.waiting.delete(turn);
    waiting -= 1;
    if (owner.running === 0 && owner.waiting.size === 0) owners.delete(owner.name);
  }

  /** Gives a place of an owner back. */
  function leave(name: string): void {
    const owner = owners.get(name);
    if (!owner) return;
    owner.running -= 1;
    running -= 1;
    if (owner.running === 0 && owner.waiting.size === 0) owners.delete(name);
    if (waiting > 0) startNext();
  }

  function startNext(): void {
    for (let next = findNext(); next; next = findNext()) {
      const { owner, turn } = next;
      begin(owner);
      forget(owner, turn);
      turn.start();
    }
  }

  function findNext() {
    let best: { owner: Owner; turn: Turn } | undefined;
    for (const owner of owners.values()) {
      const [turn] = owner.waiting;
      if (!turn || !mayStart(owner)) continue;
      const order = best ? owner.running - best.owner.running || turn.since - best.turn.since : -1;
      if (order < 0) best = { owner, turn };
    }
    return best;
  }

  return {
    enter,
    leave,
    /** Returns how many wait. */
    get waiting() {
      return waiting;
    },
  };
}

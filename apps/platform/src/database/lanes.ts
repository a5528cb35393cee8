import { type Connection, type Connections, tooBusy } from './connections.ts';

type Waiting = { since: number; reject: (error: Error) => void };
type Lane = {
  connection: Connection | Promise<Connection>;
  waiting: Set<Waiting>;
  onLost: (error: Error) => void;
};

type Options = {
  connections: Connections;
  /** Connections that statements share at most. */
  count: number;
  /** Statements on a connection that flows before another is taken. */
  fill: number;
  /** When the first on every lane has waited this long, nobody else may join. */
  crowdedMs?: number | undefined;
};

export type Lanes = ReturnType<typeof openLanes>;

/**
 * How short statements and such as may take long share connections. Measured on two cores: another
 * costs more than it brings, and the short are soonest answered by one while it flows.
 */
export const sharing = { short: { count: 2, fill: 12 }, long: { count: 3, fill: 1 } };

/** The first on a lane has not waited longer than this while the lane flows. */
const flowingMs = 10;

/**
 * Connections that statements share which are transactions of their own: they follow each other
 * without waiting for the answers, which costs both sides fewer wake-ups, and few connections keep
 * the server's caches warm. So a lane is filled before another is opened, unless something on it
 * takes long, and is held as long as something runs on it.
 */
export function openLanes({ connections, count, fill, crowdedMs = 1_500 }: Options) {
  const lanes = new Set<Lane>();

  function flows({ waiting }: Lane, now: number): boolean {
    const [oldest] = waiting;
    return waiting.size < fill && (!oldest || now - oldest.since < flowingMs);
  }

  /** The first lane that flows, or a new one, or that with the fewest on it. Throws OVERLOADED. */
  function choose(now: number): Lane {
    for (const lane of lanes) if (flows(lane, now)) return lane;
    if (lanes.size < count) {
      const waiting = new Set<Waiting>();
      const onLost = (error: Error) => {
        lanes.delete(lane);
        for (const each of waiting) each.reject(error);
      };
      const lane: Lane = { connection: connections.acquire(), waiting, onLost };
      lanes.add(lane);
      return lane;
    }
    const [first, ...others] = lanes as Set<Lane> & [Lane];
    const lane = others.reduce((a, b) => (b.waiting.size < a.waiting.size ? b : a), first as Lane);
    const [oldest] = lane.waiting;
    // A connection that is being opened is no crowd.
    const opening = lane.connection instanceof Promise;
    if (!opening && oldest && now - oldest.since > crowdedMs) throw tooBusy();
    return lane;
  }

  function leave(lane: Lane, waiting: Waiting): void {
    lane.waiting.delete(waiting);
    if (lane.waiting.size > 0 || !lanes.delete(lane)) return;
    if (!(lane.connection instanceof Promise)) connections.release(lane.connection);
  }

  /** Runs `work`, a single statement, on a connection that others use too. */
  async function run<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting = { since: performance.now(), reject };
    const lane = choose(waiting.since);
    lane.waiting.add(waiting);
    try {
      if (lane.connection instanceof Promise) lane.connection = await lane.connection;
      const { connection } = lane;
      connection.onLost = lane.onLost;
      work(connection).then(resolve, reject);
      return await promise;
    } finally {
      leave(lane, waiting);
    }
  }

  return { run };
}

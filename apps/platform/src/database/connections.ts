import type { Sql } from 'postgres';
import { Problem } from '../problems.ts';
import type { DatabaseObserver } from './database-metrics.ts';

/** One connection to PostgreSQL, held by one transaction, lane or worker at a time. */
export type Connection = {
  sql: Sql;
  /** Whether the connection has ended: nothing may be sent on it any more. */
  isLost: boolean;
  /** Called once when that happens, for whoever holds it then. */
  onLost: ((error: Error) => void) | undefined;
  openedAt: number;
  idleSince: number;
  /** When something was last sent on it; never, for what takes its time. */
  usedAt: number;
};

type Waiting = PromiseWithResolvers<Connection> & { timer: NodeJS.Timeout; since: number };

type Options = {
  max: number;
  /** How long a transaction may wait for a connection before it is refused. */
  waitMs?: number | undefined;
  /** When the first in the queue has waited this long, nobody else may join it. */
  crowdedMs?: number | undefined;
  /**
   * When nothing was sent for this long by a transaction that has not ended, the server has fallen
   * silent: alive, it would have ended the statement or the transaction before.
   */
  silentMs?: number | undefined;
  observer?: DatabaseObserver | undefined;
  /** Opens a client of a single connection, which tells when it has closed. */
  connect: (onClose: () => void) => Promise<Sql>;
  /** Makes a new connection ready for transactions. */
  prepare: (sql: Sql) => Promise<unknown>;
};

const idleMs = 300_000;
const lifeMs = 3_600_000;

export type Connections = ReturnType<typeof openConnections>;

/**
 * A pool of connections, each a client of its own. A client that has lost its connection is thrown
 * away: postgres.js would take up again where it was cut off, in the middle of what another
 * transaction does by then. Who waits too long gets OVERLOADED, and tries again later; so does, at
 * once, who comes while the queue is that long, or all would wait only to be refused in the end.
 */
export function openConnections(options: Options) {
  const { max, waitMs = 10_000, connect, prepare, crowdedMs = 2_500, silentMs = 65_000 } = options;
  const { observer } = options;
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  /** Those of all that no transaction gets. */
  const aside = new Set<Connection>();
  const waiting = new Set<Waiting>();
  let opening = 0;
  let closed = false;

  async function open(ready: Options['prepare']): Promise<Connection> {
    const sql = await connect(() => lose(connection));
    const now = performance.now();
    const connection: Connection = {
      sql,
      isLost: false,
      onLost: undefined,
      openedAt: now,
      idleSince: now,
      usedAt: Number.POSITIVE_INFINITY,
    };
    await whileConnected(connection, ready(sql)).catch((error) => {
      discard(connection);
      throw error;
    });
    all.add(connection);
    return connection;
  }

  function lose(connection: Connection): void {
    if (connection.isLost) return;
    connection.isLost = true;
    discard(connection);
    connection.onLost?.(connectionLost());
    openForWaiting();
  }

  /** A connection of one's own until it is released. Throws OVERLOADED, or why none can be opened. */
  function acquire(): Connection | Promise<Connection> {
    if (closed) throw new Problem('UNAVAILABLE', 'The platform is stopping', later);
    const since = performance.now();
    const free = idle.pop();
    if (free) {
      free.usedAt = since;
      observer?.connected(0);
      return free;
    }
    const [first] = waiting;
    // The first connections of all take their time to open: that is no crowd.
    if (all.size > 0 && first && since - first.since > crowdedMs) {
      observer?.refused();
      throw tooBusy();
    }
    const timer = setTimeout(() => {
      waiting.delete(turn);
      observer?.refused();
      turn.reject(tooBusy());
    }, waitMs);
    const turn: Waiting = { ...Promise.withResolvers<Connection>(), timer, since };
    waiting.add(turn);
    openForWaiting();
    return turn.promise;
  }

  function openForWaiting(): void {
    if (all.size - aside.size + opening >= max || opening >= waiting.size) return;
    opening += 1;
    open(prepare).then(
      (connection) => {
        opening -= 1;
        release(connection);
      },
      (error) => {
        opening -= 1;
        nextTurn()?.reject(error);
        openForWaiting();
      },
    );
  }

  function nextTurn(): Waiting | undefined {
    const [turn] = waiting;
    if (!turn) return undefined;
    waiting.delete(turn);
    clearTimeout(turn.timer);
    return turn;
  }

  /** Gives a connection back, with no transaction open on it. */
  function release(connection: Connection): void {
    if (connection.isLost) return;
    connection.idleSince = performance.now();
    if (closed || connection.idleSince - connection.openedAt > lifeMs) {
      discard(connection);
      openForWaiting();
      return;
    }
    const turn = nextTurn();
    connection.usedAt = turn ? connection.idleSince : Number.POSITIVE_INFINITY;
    if (turn) {
      observer?.connected((connection.idleSince - turn.since) / 1000);
      turn.resolve(connection);
    } else idle.push(connection);
  }

  /** A connection beside those of transactions, for a worker that keeps it; told when it is lost. */
  async function openAside(): Promise<Connection> {
    const connection = await open(prepare);
    aside.add(connection);
    return connection;
  }

  /** Runs `work` on a connection made for it, which takes its locks along when it is closed. */
  async function alone<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const connection = await open((sql) => sql`select 1`);
    aside.add(connection);
    try {
      return await whileConnected(connection, work(connection.sql));
    } finally {
      discard(connection);
    }
  }

  function discard(connection: Connection): void {
    all.delete(connection);
    aside.delete(connection);
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
    connection.sql.end({ timeout: 0 }).catch(() => undefined);
  }

  const sweep = setInterval(
    () => {
      const now = performance.now();
      for (const connection of idle.filter((each) => now - each.idleSince > idleMs))
        discard(connection);
      for (const connection of [...all].filter((each) => now - each.usedAt > silentMs))
        lose(connection);
    },
    Math.min(silentMs / 2, 5_000),
  );
  sweep.unref();

  /** Lets what runs come to its end, five seconds at most, and closes all connections. */
  async function close(): Promise<void> {
    closed = true;
    clearInterval(sweep);
    await Promise.all([...all].map(({ sql }) => sql.end({ timeout: 5 })));
  }

  const stats = () => ({ open: all.size, idle: idle.length, waiting: waiting.size });

  return { acquire, release, openAside, alone, stats, close };
}

/** What comes of `steps`, or the loss of the connection that they run on, which may never answer. */
export function whileConnected<T>(connection: Connection, steps: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  connection.onLost = reject;
  steps.then(resolve, reject);
  return promise;
}

/** What a transaction fails with when its connection ends under it. */
export function connectionLost(): Problem {
  return new Problem('UNAVAILABLE', 'The database ended the connection', later);
}

/** What is refused while too many wait. */
export function tooBusy(): Problem {
  return new Problem('OVERLOADED', 'All connections are busy', later);
}

const later = { headers: { 'retry-after': '1' } };

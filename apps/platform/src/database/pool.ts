import type { Run } from '@atrium/kit/sql.ts';
import pg, { type PoolClient } from 'pg';
import { Problem } from '../problems.ts';
import type { DatabaseObserver } from './database-metrics.ts';
import { nameOf, toRows, types } from './wire.ts';

export type PoolOptions = {
  url: string;
  /** Transactions at a time. */
  max: number;
  /** The longest time a transaction may wait for its connection, in milliseconds. */
  waitMs?: number | undefined;
  /** The waiting time of the first in the queue from which others are refused at once, in milliseconds. */
  crowdedMs?: number | undefined;
  /** The longest time the server may take to answer a statement, in milliseconds. */
  silentMs?: number | undefined;
  observer?: DatabaseObserver | undefined;
  /** A connection was closed, by either side. */
  onClosed?: () => void;
};

/** A connection that belongs to one transaction until it is released. */
export type Connection = {
  /** Sends a statement without waiting for those before it. */
  run: Run;
  /** Sends trusted commands, which take no values, and answers what the server calls the last one. */
  command: (text: string) => Promise<string>;
  /** Gathers what is sent until the next turn of the event loop into one packet. */
  gather: () => void;
  /** Gives the connection back, or closes it when a transaction may still be open on it. */
  release: (isAtRest: boolean) => void;
};

export type Pool = ReturnType<typeof openPool>;

/** The settings of every connection. The server enforces the time limits. */
const settings = {
  types,
  application_name: 'atrium',
  options: '-c TimeZone=UTC',
  statement_timeout: 30_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
};

/**
 * Opens a pool of connections. Who waits too long for one gets OVERLOADED; so does, at once, who
 * comes while the first in the queue has waited long.
 */
export function openPool(options: PoolOptions) {
  const {
    url,
    max,
    waitMs = 10_000,
    crowdedMs = 2_500,
    silentMs = 65_000,
    observer,
    onClosed,
  } = options;
  const pool = new pg.Pool({
    ...settings,
    connectionString: url,
    max,
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 300_000,
    maxLifetimeSeconds: 3_600,
    // A server that lives ends a statement sooner: one that has not answered has fallen silent.
    query_timeout: silentMs,
  });
  const clients = new Set<PoolClient>();
  const waiting = new Set<{ since: number }>();
  // A lost connection tells it by an event, too, and one that nobody listens to ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => {
    clients.delete(client);
    onClosed?.();
  });

  /** A connection of one's own until it is released. Throws OVERLOADED, or why none can be opened. */
  async function acquire(): Promise<Connection> {
    if (pool.ending) throw new Problem('UNAVAILABLE', 'The platform is stopping', later);
    const [first] = waiting;
    const turn = { since: performance.now() };
    if (first && turn.since - first.since > crowdedMs) throw refuse();
    waiting.add(turn);
    try {
      const client = await pool.connect();
      observer?.connected((performance.now() - turn.since) / 1000);
      return toConnection(client);
    } catch (error) {
      if ((error as Error).message === 'timeout exceeded when trying to connect') throw refuse();
      throw asFailure(error as Error);
    } finally {
      waiting.delete(turn);
    }
  }

  function refuse(): Problem {
    observer?.refused();
    return tooBusy();
  }

  const stats = () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });

  /** Lets what runs come to its end, five seconds at most, and closes all connections. */
  async function close(): Promise<void> {
    const timer = setTimeout(() => {
      for (const { connection } of clients) connection.stream.destroy();
    }, 5_000);
    await pool.end();
    clearTimeout(timer);
  }

  return { acquire, stats, close };
}

/** Opens a connection beside the pool. What it locks is free when it ends. */
export async function connectAlone(server: pg.ClientConfig) {
  const client = new pg.Client({ ...settings, ...server, pipeline: true });
  client.on('error', () => undefined);
  await client.connect();
  return { ...sending(client), end: () => client.end() };
}

function toConnection(client: PoolClient): Connection {
  const { stream } = client.connection;
  const gather = () => {
    stream.cork();
    process.nextTick(() => stream.uncork());
  };
  const release = (isAtRest: boolean) => client.release(!isAtRest);
  return { ...sending(client), gather, release };
}

type Answer = pg.QueryArrayResult;
type Done = (error: Error | null, answer: Answer | Answer[]) => void;

function sending(client: pg.Client): Pick<Connection, 'run' | 'command'> {
  // A text of several commands has several answers: the last one counts.
  const send = (query: string | pg.QueryArrayConfig) =>
    new Promise<Answer>((resolve, reject) => {
      const done: Done = (error, answer) =>
        error ? reject(error) : resolve([answer].flat().at(-1) as Answer);
      client.query(query as string, done as never);
    }).catch((error) => {
      throw asFailure(error);
    });
  const run: Run = async (text, values) => {
    // Extended, because a text of the simple protocol may hold a second statement.
    const query = { text, name: nameOf(text), values: [...values], queryMode: 'extended' };
    return toRows(await send({ ...query, rowMode: 'array' }));
  };
  const command = async (text: string) => (await send(text)).command;
  return { run, command };
}

/** Tells what the server refused as it is, with the stack of who asked; all else is a lost connection. */
function asFailure(error: Error): Error {
  if (!(error instanceof pg.DatabaseError))
    return new Problem('UNAVAILABLE', 'The database ended the connection', {
      ...later,
      cause: error,
    });
  Error.captureStackTrace(error);
  return error;
}

const tooBusy = () => new Problem('OVERLOADED', 'All connections are busy', later);
const later = { headers: { 'retry-after': '1' } };

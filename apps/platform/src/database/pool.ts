import type { Run } from '@atrium/kit/sql.ts';
import pg, { type ClientBase, type PoolClient } from 'pg';
import { Problem } from '../problems.ts';
import type { DatabaseObserver } from './database-metrics.ts';
import { nameOf, toRows, types } from './wire.ts';

/** Says where the database is and how many transactions run on it at a time; pg's other settings have defaults. */
export type PoolOptions = pg.PoolConfig & {
  url: string;
  max: number;
  /** The waiting time of the first in the queue from which others are refused at once, in milliseconds. */
  crowdedMs?: number;
  observer?: DatabaseObserver | undefined;
  /** Called when a connection was closed, by either side. */
  onClosed?: () => void;
};

export type Pool = ReturnType<typeof openPool>;
export type Connection = ReturnType<typeof toConnection>;

/** The settings of every connection. The server enforces the time limits. */
const settings = {
  types,
  application_name: 'atrium',
  options: '-c TimeZone=UTC',
  statement_timeout: 30_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  pipeline: true,
};

const poolSettings = {
  ...settings,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 300_000,
  maxLifetimeSeconds: 3_600,
  // A server that lives ends a statement sooner: one that has not answered has fallen silent.
  query_timeout: 65_000,
};

/**
 * Opens a pool of connections. Who waits too long for one gets OVERLOADED; so does, at once, who
 * comes while the first in the queue has waited long.
 */
export function openPool({ url, crowdedMs = 2_500, observer, onClosed, ...rest }: PoolOptions) {
  const pool = new pg.Pool({ ...poolSettings, connectionString: url, ...rest });
  const clients = new Set<PoolClient>();
  const waiting = new Set<{ since: number }>();
  pool.on('error', ignoreEvent);
  pool.on('connect', (client) => clients.add(client.on('error', ignoreEvent)));
  pool.on('remove', (client) => {
    clients.delete(client);
    onClosed?.();
  });

  /** Returns a connection of one's own until it is released. Throws OVERLOADED or UNAVAILABLE. */
  async function acquire(): Promise<Connection> {
    const [first] = waiting;
    const turn = { since: performance.now() };
    if (first && turn.since - first.since > crowdedMs) throw refuse();
    waiting.add(turn);
    try {
      const client = await pool.connect();
      observer?.connected((performance.now() - turn.since) / 1000);
      return toConnection(client);
    } catch (error) {
      const isTimeout = (error as Error).message === 'timeout exceeded when trying to connect';
      throw isTimeout ? refuse() : asFailure(error);
    } finally {
      waiting.delete(turn);
    }
  }

  function refuse(): Problem {
    observer?.refused();
    return new Problem('OVERLOADED', 'All connections are busy', later);
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
  const client = new pg.Client({ ...settings, ...server });
  client.on('error', ignoreEvent);
  await client.connect();
  return { ...sending(client), end: () => client.end() };
}

/** The statements under way tell of a lost connection; its event, unheard, would end the process. */
const ignoreEvent = () => undefined;

function toConnection(client: PoolClient) {
  const { stream } = client.connection;
  /** Gathers what is sent until the next turn of the event loop into one packet. */
  const gather = () => {
    stream.cork();
    process.nextTick(() => stream.uncork());
  };
  /** Gives the connection back, or closes it when a transaction may still be open on it. */
  const release = (isAtRest: boolean) => client.release(!isAtRest);
  return { ...sending(client), gather, release };
}

function sending(client: ClientBase) {
  /** Sends a statement without waiting for those before it. */
  const run: Run = async (text, values) => {
    // Extended, because a text of the simple protocol may hold a second statement.
    const query = { text, name: nameOf(text), queryMode: 'extended', rowMode: 'array' } as const;
    return toRows(await client.query({ ...query, values: [...values] }).catch(fail));
  };
  /** Sends trusted commands, which take no values, and answers what the server calls the last one. */
  const command = async (text: string) => {
    const answers = [await client.query(text).catch(fail)].flat();
    return answers.at(-1)?.command;
  };
  return { run, command };
}

function fail(error: unknown): never {
  throw asFailure(error);
}

/** Returns what the server refused as it is; all else is a lost connection. */
const asFailure = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? error
    : new Problem('UNAVAILABLE', 'The database ended the connection', { ...later, cause: error });

const later = { headers: { 'retry-after': '1' } };

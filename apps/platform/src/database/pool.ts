import type { Run } from '@atrium/kit/sql.ts';
import pg, { type PoolClient } from 'pg';
import { Problem } from '../problems.ts';
import type { DatabaseMetrics } from './database-metrics.ts';
import { createFairQueue, QueueFull } from './fair-queue.ts';
import { attributesOf, type ServerAttributes, withSpans } from './statement-spans.ts';
import { nameOf, toRows, types } from './wire.ts';

/** Says where the database is and how many transactions run on it at a time; pg's other settings have defaults. */
export type PoolOptions = pg.PoolConfig & {
  url: string;
  max: number;
  /** The waiting time of a tenant's first from which others of it are refused at once, in milliseconds. */
  crowdedMs?: number;
  metrics?: DatabaseMetrics;
  /** Called when a connection was closed, by either side. */
  onClosed?: () => void;
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
  pipeline: true,
};

const timedOut = 'timeout exceeded when trying to connect';

/**
 * Opens a pool of connections, which tenants share fairly. Who waits too long for one gets OVERLOADED;
 * so does, at once, who comes while the first of the same tenant has waited long.
 */
export function openPool({ url, crowdedMs = 2_500, metrics, onClosed, ...rest }: PoolOptions) {
  const { max: places, connectionTimeoutMillis: longestMs = 10_000 } = rest;
  const queue = createFairQueue({ places, longestMs, crowdedMs });
  const pool = new pg.Pool({
    ...settings,
    connectionString: url,
    connectionTimeoutMillis: longestMs,
    idleTimeoutMillis: 300_000,
    maxLifetimeSeconds: 3_600,
    // A server that lives ends a statement sooner: one that has not answered has fallen silent.
    query_timeout: 65_000,
    ...rest,
  });
  // Read by pg itself, which also knows what a URL leaves to parameters and to the environment.
  const server = attributesOf(new pg.Client({ connectionString: url, ...rest }));
  const clients = new Set<PoolClient>();
  pool.on('error', ignoreEvent);
  pool.on('connect', (client) => clients.add(client.on('error', ignoreEvent)));
  pool.on('remove', (client) => {
    clients.delete(client);
    onClosed?.();
  });
  metrics?.watch(() => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: queue.waiting,
  }));

  /**
   * Returns a connection for one transaction of a tenant, or of the platform; statements that do not wait
   * for each other leave in one packet. Throws OVERLOADED or UNAVAILABLE.
   */
  async function acquire(tenantUuid: string) {
    const connected = metrics?.waits.startTimer();
    await queue.enter(tenantUuid).catch(refuse);
    try {
      const client = await pool.connect();
      connected?.();
      return toConnection(client, server, () => queue.leave(tenantUuid));
    } catch (error) {
      queue.leave(tenantUuid);
      if ((error as Error).message === timedOut) refuse(new QueueFull());
      return fail(error);
    }
  }

  function refuse(error: unknown): never {
    if (!(error instanceof QueueFull)) throw error;
    metrics?.refusals.inc();
    throw new Problem('OVERLOADED', 'All connections are busy', later);
  }

  /** Lets what runs come to its end, five seconds at most, and closes all connections. */
  async function close(): Promise<void> {
    const timer = setTimeout(() => {
      for (const { connection } of clients) connection.stream.destroy();
    }, 5_000);
    await pool.end();
    clearTimeout(timer);
  }

  return { acquire, close, metrics };
}

function toConnection(client: PoolClient, server: ServerAttributes, leave: () => void) {
  const { run, command } = sending(client);
  /** Ends the transaction and gives the connection back, or closes it when it may still be open. */
  const end = (how: 'commit' | 'rollback') => {
    const ended = command(how);
    ended.then(() => client.release(), client.release).finally(leave);
    return ended;
  };
  return { run: withSpans(run, server), command, end };
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

function sending(client: pg.Client) {
  const { stream } = client.connection;
  let isHeld = false;
  /** Holds what is sent until all is that is sent now, so that it leaves in one packet. */
  function hold(): void {
    if (isHeld) return;
    isHeld = true;
    stream.cork();
    process.nextTick(() => {
      isHeld = false;
      stream.uncork();
    });
  }
  /** Sends a statement without waiting for those before it. */
  const run: Run = async (text, values) => {
    hold();
    // Extended, because a text of the simple protocol may hold a second statement.
    const query = { text, name: nameOf(text), queryMode: 'extended', rowMode: 'array' } as const;
    return toRows(await client.query({ ...query, values: [...values] }).catch(fail));
  };
  /** Sends trusted commands, which take no values, and answers what the server calls the last one. */
  const command = async (text: string) => {
    hold();
    return [await client.query(text).catch(fail)].flat().at(-1)?.command;
  };
  return { run, command };
}

/** Throws what the server refused as it is; all else is a lost connection. */
function fail(error: unknown): never {
  if (error instanceof pg.DatabaseError) throw error;
  throw new Problem('UNAVAILABLE', 'The database ended the connection', { ...later, cause: error });
}

const later = { headers: { 'retry-after': '1' } };

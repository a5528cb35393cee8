import { createListMemory, type ListMemory } from '@atrium/kit/lists/list-memory.ts';
import postgres, { type Fragment, type PendingQuery, type Row, type Sql } from 'postgres';
import { asProblem } from './as-problem.ts';
import { learnArrayTypes, single, toSettings } from './connection-settings.ts';
import {
  type Connection,
  type Connections,
  connectionLost,
  openConnections,
  whileConnected,
} from './connections.ts';
import type { DatabaseObserver } from './database-metrics.ts';
import { type Flushes, openFlushes } from './flushes.ts';
import { type Lanes, openLanes, sharing } from './lanes.ts';

/** Who acts: what audit rows and events say of a change. */
export type Actor = {
  actorType: 'TENANT_STAFF' | 'CONTACT' | 'SYSTEM';
  actorId: string | null;
};

export const system: Actor = { actorType: 'SYSTEM', actorId: null };

/** Who enters, as the token told it; the database checks that the session still stands. */
export type Entrant = Actor & {
  tenantUuid: string;
  homeTenantUuid: string;
  userUuid: string;
  sessionUuid: string | null;
};

/**
 * A transaction behind the wall: the only thing queries take. It stops working when the
 * transaction ends, so that a forgotten `await` cannot reach into somebody else's.
 */
export type Tx = Sql & {
  /** The tenant the transaction sees; in a platform transaction, which sees all, the actor's. */
  readonly tenantUuid: string;
  readonly actor: Actor;
  /** The tenant as SQL. Where a statement is its own transaction, this is what enters the tenant. */
  readonly entered: Fragment;
  /** What this process remembers of lists: see `remembered`. */
  readonly listMemory: ListMemory;
  /** Wakes a background worker once the change is committed. */
  readonly wake: (worker: string) => void;
};

type Work<T> = (tx: Tx) => Promise<T>;
type Scope = { tenantUuid: string; actor: Actor; open: (sql: Sql) => PendingQuery<Row[]> };
/** What all transactions of a process share. */
type Shared = Pick<DbOptions, 'observer'> & {
  onWake: (worker: string) => void;
  listMemory: ListMemory;
};
type Role = 'atrium_tenant' | 'atrium_platform';

export type Db = ReturnType<typeof openDb>;

type DbOptions = {
  url: string;
  /** Transactions at a time. */
  max: number;
  /** How long a transaction may wait for its connection, in milliseconds. */
  waitMs?: number;
  /** How long the first may have waited before others are refused at once, in milliseconds. */
  crowdedMs?: number;
  /** How long the server may be silent amid a transaction, in milliseconds. */
  silentMs?: number;
  observer?: DatabaseObserver;
  onWake?: (worker: string) => void;
};

/** Opens the connections. Dates and times stay text: SQL writes them as the contract does. */
export function openDb(options: DbOptions) {
  const { url, settings } = toSettings(options.url);
  /** For single statements outside of tenants and requests: the job queue's upkeep, health. */
  const pool = postgres(url, { ...settings, max: 2, idle_timeout: 60 });
  const listMemory = createListMemory();
  const connections = openConnections({
    max: options.max,
    waitMs: options.waitMs,
    crowdedMs: options.crowdedMs,
    silentMs: options.silentMs,
    observer: options.observer,
    connect: async (onclose) => {
      await learnArrayTypes(pool);
      // After a crash the database may count transactions again that it had counted before.
      return single(pool, () => {
        listMemory.forget();
        onclose();
      });
    },
    // Until a tenant is entered a connection is nobody's, and sees nothing. It needs a value all the
    // same, because the planner looks at it before a statement runs that enters by itself.
    prepare: (sql) =>
      sql`select set_config('role', 'atrium_tenant', false), set_config('atrium.tenant', ${nobody}, false)`,
  });
  const share = ({ count, fill }: { count: number; fill: number }, crowdedMs?: number) =>
    openLanes({
      connections,
      fill,
      crowdedMs,
      count: Math.max(1, Math.min(count, options.max - 1)),
    });
  const lanes = share(sharing.short, options.crowdedMs);
  // A search may take a second: that is no crowd yet.
  const slowLanes = share(sharing.long, options.crowdedMs ?? 5_000);
  const flushes = openFlushes(connections, options.observer);
  const { onWake = () => undefined, observer } = options;
  const shared = { onWake, observer, listMemory };

  /** Runs `work` in one transaction that sees one tenant, for a caller whose session is checked. */
  function inTenant<T>(entrant: Entrant, work: Work<T>): Promise<T> {
    return transaction(connections, shared, asEntrant(entrant, 'atrium_tenant'), work);
  }

  /** Like `inTenant` for work that only reads: the answer does not wait for the commit. */
  function readTenant<T>(entrant: Entrant, work: Work<T>): Promise<T> {
    return transaction(connections, shared, asEntrant(entrant, 'atrium_tenant'), work, 'read');
  }

  /**
   * Like `inTenant` for work of one statement, which is then its own transaction: the cheapest way.
   * The statement must enter by `tx.entered` before it reads or writes anything behind the wall,
   * which fails otherwise, and must refuse by itself what is not to stand.
   */
  function inOneStatement<T>(entrant: Entrant, work: Work<T>): Promise<T> {
    return statement(lanes, shared, { entrant, flushes }, work);
  }

  /** Like `inOneStatement` for a statement that only reads: nothing has to reach the disk. */
  function readOneStatement<T>(entrant: Entrant, work: Work<T>): Promise<T> {
    return statement(lanes, shared, { entrant }, work);
  }

  /** Like `readOneStatement` for one or several that may take long: nothing short waits behind them. */
  function readStatements<T>(entrant: Entrant, work: Work<T>): Promise<T> {
    return statement(slowLanes, shared, { entrant }, work);
  }

  /** Runs `work` in one tenant for the platform itself: jobs, demo data, what a login sets off. */
  function asTenant<T>(tenantUuid: string, actor: Actor, work: Work<T>): Promise<T> {
    const open = (sql: Sql) =>
      sql`select set_config('role', 'atrium_tenant', true), set_config('atrium.tenant', ${tenantUuid}, true)`;
    return transaction(connections, shared, { tenantUuid, actor, open }, work);
  }

  /** Runs `work` where all tenants are seen, before one is known: a login, the relay. */
  function asPlatform<T>(work: Work<T>): Promise<T> {
    const open = (sql: Sql) => sql`select set_config('role', 'atrium_platform', true)`;
    return transaction(connections, shared, { tenantUuid: '', actor: system, open }, work);
  }

  /** Runs `work` where all tenants are seen, for a SYSTEM_ADMIN whose session is checked. */
  function inPlatform<T>(entrant: Entrant, work: Work<T>): Promise<T> {
    return transaction(connections, shared, asEntrant(entrant, 'atrium_platform'), work);
  }

  /** Resolves when every change that can be read by now is durable. */
  const { flushed } = flushes;
  /** Whether the database answers. */
  const ping = () => pool`select 1`;
  const close = async () => {
    await Promise.all([connections.close(), pool.end({ timeout: 5 })]);
  };
  const { alone, stats } = connections;
  return {
    pool,
    alone,
    stats,
    inTenant,
    inOneStatement,
    readOneStatement,
    readStatements,
    readTenant,
    asTenant,
    asPlatform,
    inPlatform,
    flushed,
    ping,
    close,
  };
}

function asEntrant(entrant: Entrant, role: Role): Scope {
  const { tenantUuid } = entrant;
  const open = (sql: Sql) =>
    sql`select set_config('role', ${role}, true), ${entering(sql, entrant)}`;
  return { tenantUuid, actor: entrant, open };
}

const entering = (sql: Sql, { tenantUuid, homeTenantUuid, userUuid, sessionUuid }: Entrant) =>
  sql`enter_tenant(${tenantUuid}, ${homeTenantUuid}, ${userUuid}, ${sessionUuid})`;

// The commit itself does not wait for the disk: what follows on the connection would wait too.
const enteringToWrite = (sql: Sql, entrant: Entrant) =>
  sql`case set_config('synchronous_commit', 'off', true) when 'off' then ${entering(sql, entrant)} end`;

async function statement<T>(
  lanes: Lanes,
  shared: Shared,
  { entrant, flushes }: { entrant: Entrant; flushes?: Flushes },
  work: Work<T>,
): Promise<T> {
  const wakes = new Set<string>();
  const value = await lanes
    .run((connection) => {
      const entered = (flushes ? enteringToWrite : entering)(connection.sql, entrant);
      const scope = { ...entrant, ...shared, actor: entrant, entered };
      const { tx, close } = guard(connection, scope, wakes);
      return Promise.try(work, tx).finally(close);
    })
    .catch((error) => {
      throw asProblem(error);
    });
  await flushes?.flushed();
  for (const worker of wakes) shared.onWake(worker);
  return value;
}

async function transaction<T>(
  connections: Connections,
  shared: Shared,
  scope: Scope,
  work: Work<T>,
  kind: 'write' | 'read' = 'write',
): Promise<T> {
  const connection = await connections.acquire();
  const { sql } = connection;
  const wakes = new Set<string>();
  const entered = sql`${scope.tenantUuid}`;
  const { tx, close } = guard(connection, { ...scope, ...shared, entered }, wakes);
  // One packet carries all of it: begin, the wall, and the first queries of the work. Whatever
  // fails, the work has come to rest before the connection goes back.
  const steps = Promise.allSettled([
    sql`begin`.execute(),
    scope.open(sql).execute(),
    Promise.try(work, tx),
  ] as const);
  const [began, opened, worked] = await whileConnected(connection, steps).finally(close);
  const failed = [began, opened, worked].find((step) => step.status === 'rejected');
  const endingAt = performance.now();
  const ended = end(connection, failed ? 'rollback' : 'commit');
  const released = whileConnected(connection, ended).finally(() => connections.release(connection));
  if (failed || kind !== 'write') released.catch(() => undefined);
  if (failed) throw asProblem(failed.reason);
  if (kind === 'write') {
    await released;
    shared.observer?.committed((performance.now() - endingAt) / 1000);
  }
  for (const worker of wakes) shared.onWake(worker);
  return (worked as PromiseFulfilledResult<T>).value;
}

async function end({ sql, isLost }: Connection, how: 'commit' | 'rollback'): Promise<void> {
  if (isLost) throw connectionLost();
  await (how === 'commit' ? sql`commit` : sql`rollback`);
}

type Entered = Pick<Tx, 'tenantUuid' | 'actor' | 'entered' | 'listMemory'>;

function guard(
  connection: Connection,
  { tenantUuid, actor, entered, listMemory }: Entered,
  wakes: Set<string>,
) {
  const { sql } = connection;
  let open = true;
  const check = () => {
    if (!open) throw new Error('The transaction has ended: a query was not awaited');
    if (connection.isLost) throw connectionLost();
    connection.usedAt = performance.now();
  };
  const call = (...args: Parameters<Sql>) => {
    check();
    return sql(...args);
  };
  const unsafe = (...args: Parameters<Sql['unsafe']>) => {
    check();
    return sql.unsafe(...args);
  };
  const { json, array } = sql;
  const wake = (worker: string) => void wakes.add(worker);
  const own = { tenantUuid, actor, entered, listMemory, wake };
  const tx = Object.assign(call, { json, array, unsafe, ...own });
  const close = () => {
    open = false;
  };
  return { tx: tx as unknown as Tx, close };
}

const nobody = '00000000-0000-0000-0000-000000000000';

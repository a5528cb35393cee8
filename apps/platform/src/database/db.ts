import { createSql, type Sql } from '@atrium/kit/sql.ts';
import { connectAlone, openPool, type PoolOptions } from './pool.ts';
import { type Actor, type Principal, system } from './principal.ts';
import { type Scope, transaction, type Work } from './transaction.ts';

export type Db = ReturnType<typeof openDb>;

type Role = 'atrium_tenant' | 'atrium_platform';

const begin = 'begin';
/** All statements of a transaction that reads see one state. */
const beginReading = 'begin isolation level repeatable read, read only';

/** Opens the database and offers the ways into it. `wake` is called after a commit, see `Tx`. */
export function openDb({ wake = () => undefined, ...options }: DbOptions) {
  const pool = openPool(options);
  const { observer } = options;
  const writing = { begin, isDurable: true, wake, observer };
  const reading = { begin: beginReading, isDurable: false, wake, observer };

  /** Runs `work` in one transaction that sees one tenant, for a caller whose session is checked. */
  function inTenant<T>(principal: Principal, work: Work<T>): Promise<T> {
    return transaction(pool, { ...entering(principal, 'atrium_tenant'), ...writing }, work);
  }

  /** Like `inTenant` for work that only reads: the answer does not wait for the commit. */
  function readTenant<T>(principal: Principal, work: Work<T>): Promise<T> {
    return transaction(pool, { ...entering(principal, 'atrium_tenant'), ...reading }, work);
  }

  /** Runs `work` in one tenant for the platform itself: jobs, demo data, what a login sets off. */
  function asTenant<T>(tenantUuid: string, actor: Actor, work: Work<T>): Promise<T> {
    const enter = (sql: Sql) =>
      sql`select set_config('role', 'atrium_tenant', true), set_config('atrium.tenant', ${tenantUuid}, true)`;
    return transaction(pool, { tenantUuid, actor, enter, ...writing }, work);
  }

  /** Runs `work` where all tenants are seen, before one is known: a login, the relay. */
  function asPlatform<T>(work: Work<T>): Promise<T> {
    const enter = (sql: Sql) => sql`select set_config('role', 'atrium_platform', true)`;
    return transaction(pool, { tenantUuid: '', actor: system, enter, ...writing }, work);
  }

  /** Runs `work` where all tenants are seen, for a SYSTEM_ADMIN whose session is checked. */
  function inPlatform<T>(principal: Principal, work: Work<T>): Promise<T> {
    return transaction(pool, { ...entering(principal, 'atrium_platform'), ...writing }, work);
  }

  /** Runs the owner's `work`, such as a migration, on a connection that is closed behind it. */
  async function alone<T>(work: (sql: Sql) => PromiseLike<T>): Promise<T> {
    const { run, end } = await connectAlone({ connectionString: options.url });
    try {
      return await work(createSql(run));
    } finally {
      await end();
    }
  }

  /** Whether the database answers. */
  const ping = () => asPlatform((tx) => tx`select 1`);
  const { close, stats } = pool;
  return { inTenant, readTenant, asTenant, asPlatform, inPlatform, alone, ping, stats, close };
}

type DbOptions = PoolOptions & { wake?: (worker: string) => void };

function entering(principal: Principal, role: Role): Pick<Scope, 'tenantUuid' | 'actor' | 'enter'> {
  const { tenantUuid, homeTenantUuid, userUuid, sessionUuid } = principal;
  const enter = (sql: Sql) =>
    sql`select set_config('role', ${role}, true), enter_tenant(${tenantUuid}, ${homeTenantUuid}, ${userUuid}, ${sessionUuid})`;
  return { tenantUuid, actor: principal, enter };
}

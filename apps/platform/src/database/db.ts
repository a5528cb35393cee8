import { createSql, type Sql } from '@atrium/kit/sql.ts';
import { escapeLiteral } from 'pg';
import { type Connection, connectAlone, openPool, type PoolOptions } from './pool.ts';
import { type Actor, type Principal, system } from './principal.ts';
import { transaction, type Work } from './transaction.ts';

export type Db = ReturnType<typeof openDb>;

/** All statements of a transaction that reads see one state. */
const reading = 'begin isolation level repeatable read, read only';

const asTenantRole = "set_config('role', 'atrium_tenant', true)";
const asPlatformRole = "set_config('role', 'atrium_platform', true)";

/** Opens the database and offers the ways into it. `wake` is called after a commit, see `Tx`. */
export function openDb({ wake = () => undefined, ...options }: DbOptions) {
  const pool = openPool(options);
  const { url, observer } = options;
  const run = <T>(
    open: string,
    by: Actor & { tenantUuid: string },
    work: Work<T>,
    isDurable = true,
  ) =>
    transaction(
      pool,
      { open, actor: by, tenantUuid: by.tenantUuid, isDurable, wake, observer },
      work,
    );

  /** Runs `work` in one transaction that sees one tenant, for a caller whose session is checked. */
  const inTenant = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    run(`begin; select ${asTenantRole}, ${entering(principal)}`, principal, work);

  /** Like `inTenant` for work that only reads: the answer does not wait for the commit. */
  const readTenant = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    run(`${reading}; select ${asTenantRole}, ${entering(principal)}`, principal, work, false);

  /** Runs `work` where all tenants are seen, for a SYSTEM_ADMIN whose session is checked. */
  const inPlatform = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    run(`begin; select ${asPlatformRole}, ${entering(principal)}`, principal, work);

  /** Runs `work` in one tenant for the platform itself: jobs, demo data, what a login sets off. */
  function asTenant<T>(tenantUuid: string, actor: Actor, work: Work<T>): Promise<T> {
    const tenant = `set_config('atrium.tenant', ${literal(tenantUuid)}, true)`;
    return run(`begin; select ${asTenantRole}, ${tenant}`, { ...actor, tenantUuid }, work);
  }

  /** Runs `work` where all tenants are seen, before one is known: a login, the relay. */
  const asPlatform = <T>(work: Work<T>): Promise<T> =>
    run(`begin; select ${asPlatformRole}`, { ...system, tenantUuid: '' }, work);

  /** Runs the owner's `work`, such as a migration, on a connection that is closed behind it. */
  async function alone<T>(work: (sql: Sql, command: Command) => PromiseLike<T>): Promise<T> {
    const { run, command, end } = await connectAlone({ connectionString: url });
    try {
      return await work(createSql(run), command);
    } finally {
      await end();
    }
  }

  /** Resolves when the database answers. */
  const ping = () => asPlatform((tx) => tx`select 1`);
  const { close, stats } = pool;
  return { inTenant, readTenant, asTenant, asPlatform, inPlatform, alone, ping, stats, close };
}

type Command = Connection['command'];
type DbOptions = PoolOptions & { wake?: (worker: string) => void };

/** Enters a tenant, if the caller's session, user and tenants still stand. */
function entering({ tenantUuid, homeTenantUuid, userUuid, sessionUuid }: Principal): string {
  const names = [tenantUuid, homeTenantUuid, userUuid, sessionUuid];
  return `enter_tenant(${names.map(literal).join()})`;
}

const literal = (value: string | null) => (value === null ? 'null' : escapeLiteral(value));

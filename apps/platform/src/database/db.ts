import { createSql, type Sql } from '@atrium/kit/sql.ts';
import { keptTraceparent } from '@atrium/kit/tracing/trace-context.ts';
import { escapeLiteral } from 'pg';
import { type Connection, connectAlone, openPool, type PoolOptions } from './pool.ts';
import { type Actor, type Principal, system } from './principal.ts';
import { rememberTotals } from './remembered-totals.ts';
import { transaction, type Work } from './transaction.ts';

export type Db = ReturnType<typeof openDb>;

/** All statements of a transaction that reads see one state. */
const reading = 'begin isolation level repeatable read, read only';

const asTenantRole = "set_config('role', 'atrium_tenant', true)";
const asPlatformRole = "set_config('role', 'atrium_platform', true)";

/** Opens the database and offers the ways into it. `wake` is called after a commit, see `Tx`. */
export function openDb({ wake = () => undefined, ...options }: DbOptions) {
  const totals = rememberTotals();
  const pool = openPool({ ...options, onClosed: totals.forget });
  const shared = { wake, observer: options.observer };

  /** Runs `work` in a transaction of a caller whose session the database checks first. */
  function enter<T>(principal: Principal, work: Work<T>, how: { begin: string; role: string }) {
    const { tenantUuid } = principal;
    const isDurable = how.begin !== reading;
    const trace = isDurable ? tracing() : '';
    const open = `${how.begin}; select ${how.role}, ${entering(principal)}${trace}`;
    return transaction(pool, { tenantUuid, actor: principal, open, isDurable, ...shared }, work);
  }

  /** Runs `work` in one transaction that sees one tenant, for a caller with a session. */
  const inTenant = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    enter(principal, work, { begin: 'begin', role: asTenantRole });

  /** Like `inTenant` for work that only reads: the answer does not wait for the commit. */
  const readTenant = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    enter(principal, work, { begin: reading, role: asTenantRole });

  /** Runs `work` where all tenants are seen, for a SYSTEM_ADMIN with a session. */
  const inPlatform = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    enter(principal, work, { begin: 'begin', role: asPlatformRole });

  /** Runs `work` in one tenant for the platform itself: jobs, demo data, what a login sets off. */
  function asTenant<T>(tenantUuid: string, actor: Actor, work: Work<T>): Promise<T> {
    const tenant = `set_config('atrium.tenant', ${literal(tenantUuid)}, true)`;
    const open = `begin; select ${asTenantRole}, ${tenant}${tracing()}`;
    return transaction(pool, { tenantUuid, actor, open, isDurable: true, ...shared }, work);
  }

  /** Runs `work` where all tenants are seen, before one is known: a login, the relay. */
  function asPlatform<T>(work: Work<T>): Promise<T> {
    const open = `begin; select ${asPlatformRole}`;
    const scope = { tenantUuid: '', actor: system, open, isDurable: true, ...shared };
    return transaction(pool, scope, work);
  }

  /** Runs the owner's `work`, such as a migration, on a connection that is closed behind it. */
  async function alone<T>(work: (sql: Sql, command: Command) => PromiseLike<T>): Promise<T> {
    const { run, command, end } = await connectAlone({ connectionString: options.url });
    try {
      return await work(createSql(run), command);
    } finally {
      await end();
    }
  }

  /** Resolves when the database answers. */
  const ping = () => asPlatform((tx) => tx`select 1`);
  const { close, stats } = pool;
  const ways = { inTenant, readTenant, asTenant, asPlatform, inPlatform, alone };
  return { ...ways, totals, ping, stats, close };
}

type Command = Connection['command'];
type DbOptions = PoolOptions & { wake?: (worker: string) => void };

/** Enters a tenant, if the caller's session, user and tenants still stand. */
function entering(principal: Principal): string {
  const { tenantUuid, homeTenantUuid, userUuid, sessionUuid, setsUpFactor = false } = principal;
  const names = [tenantUuid, homeTenantUuid, userUuid, sessionUuid];
  return `enter_tenant(${names.map(literal).join()}, ${setsUpFactor})`;
}

/** Lets the events of the transaction bear the present trace, if somebody records it. */
function tracing(): string {
  const traceparent = keptTraceparent();
  return traceparent ? `, set_config('atrium.traceparent', ${literal(traceparent)}, true)` : '';
}

const literal = (value: string | null) => (value === null ? 'null' : escapeLiteral(value));

import { createSql, type Sql } from '@atrium/kit/sql.ts';
import { keptTraceparent } from '@atrium/kit/tracing/trace-context.ts';
import { escapeLiteral } from 'pg';
import { type Connection, connectAlone, openPool, type PoolOptions } from './pool.ts';
import { type Actor, type Principal, system } from './principal.ts';
import { rememberTotals } from './remembered-totals.ts';
import { transaction, type Work } from './transaction.ts';

export type Db = ReturnType<typeof openDb>;

const tenantRole = "set_config('role', 'atrium_tenant', true)";
const platformRole = "set_config('role', 'atrium_platform', true)";

/** Opens the database and offers the ways into it. `wake` is called after a commit, see `Tx`. */
export function openDb({ wake = () => undefined, ...options }: DbOptions) {
  const totals = rememberTotals();
  const pool = openPool({ ...options, onClosed: totals.forget });
  const shared = { wake, observer: options.observer };

  function write<T>(actor: Actor, tenantUuid: string, entry: string, work: Work<T>): Promise<T> {
    const open = `begin; select ${entry}${tracing()}`;
    return transaction(pool, { tenantUuid, actor, open, isDurable: true, ...shared }, work);
  }

  /** Runs `work` in one transaction that sees one tenant, for a caller with a session. */
  const inTenant = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    write(principal, principal.tenantUuid, `${tenantRole}, ${entering(principal)}`, work);

  /** Like `inTenant` for work that only reads, as of one state: the answer does not wait for the commit. */
  function readTenant<T>(principal: Principal, work: Work<T>): Promise<T> {
    const begin = 'begin isolation level repeatable read, read only';
    const open = `${begin}; select ${tenantRole}, ${entering(principal)}`;
    const { tenantUuid } = principal;
    const scope = { tenantUuid, actor: principal, open, isDurable: false, ...shared };
    return transaction(pool, scope, work);
  }

  /** Runs `work` where all tenants are seen, for a SYSTEM_ADMIN with a session. */
  const inPlatform = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    write(principal, principal.tenantUuid, `${platformRole}, ${entering(principal)}`, work);

  /** Runs `work` in one tenant for the platform itself: jobs, demo data, what a login sets off. */
  const asTenant = <T>(tenantUuid: string, actor: Actor, work: Work<T>): Promise<T> =>
    write(actor, tenantUuid, `${tenantRole}, ${setting('atrium.tenant', tenantUuid)}`, work);

  /** Runs `work` where all tenants are seen, before one is known: a login, the relay. */
  const asPlatform = <T>(work: Work<T>): Promise<T> => write(system, '', platformRole, work);

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

/** Returns the call that enters a tenant, if the caller's session, user and tenants still stand. */
function entering(principal: Principal): string {
  const { tenantUuid, homeTenantUuid, userUuid, sessionUuid, setsUpFactor = false } = principal;
  const names = [tenantUuid, homeTenantUuid, userUuid, sessionUuid];
  const literals = names.map((name) => (name === null ? 'null' : escapeLiteral(name)));
  return `enter_tenant(${literals}, ${setsUpFactor})`;
}

/** Lets the events of the transaction bear the present trace, if somebody records it. */
function tracing(): string {
  const traceparent = keptTraceparent();
  return traceparent ? `, ${setting('atrium.traceparent', traceparent)}` : '';
}

const setting = (name: string, value: string) =>
  `set_config('${name}', ${escapeLiteral(value)}, true)`;

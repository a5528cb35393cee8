import { keptTraceparent } from '@atrium/kit/tracing/trace-context.ts';
import { escapeLiteral } from 'pg';
import { openPool, type Pool, type PoolOptions } from './pool.ts';
import { type Actor, type Principal, system } from './principal.ts';
import { rememberTotals } from './remembered-totals.ts';
import { type Standby, tookTooLong } from './standby.ts';
import { type SharedByAll, type Tx, transaction, type Work, type Worker } from './transaction.ts';

export type Db = ReturnType<typeof openDb>;
type DbOptions = PoolOptions & {
  wake?: (worker: Worker) => void;
  shared?: SharedByAll;
  /** Where reads may go that may be a second old. */
  standby?: Standby | undefined;
};

/**
 * Says where the reads of one request go. They may lag until one of them was made at the primary: what
 * follows it is never older.
 */
export type Reading = { mayLag: boolean };

const tenantRole = setting('role', 'atrium_tenant');
const platformRole = setting('role', 'atrium_platform');

/**
 * Opens the database and offers the ways into it. `wake` is called after a commit, and every
 * transaction has what is `shared`, see `Tx`.
 */
export function openDb(options: DbOptions) {
  const { wake = () => undefined, shared = { kinds: [] }, standby, ...own } = options;
  const totals = rememberTotals();
  const pool = openPool({ ...own, onClosed: totals.forget });

  function write<T>(actor: Actor, tenantUuid: string, entry: string, work: Work<T>): Promise<T> {
    const open = `begin; select ${entry}${tracing()}`;
    return transaction(pool, { tenantUuid, actor, open, isDurable: true, wake, shared }, work);
  }

  /** Runs `work` in one transaction that sees one tenant, for a caller with a session. */
  const inTenant = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    write(principal, principal.tenantUuid, `${tenantRole}, ${entering(principal)}`, work);

  function read<T>(from: Pool, actor: Principal, entry: string, work: Work<T>): Promise<T> {
    const open = `begin isolation level repeatable read, read only; select ${tenantRole}, ${entry}`;
    const { tenantUuid } = actor;
    return transaction(from, { tenantUuid, actor, open, isDurable: false, wake, shared }, work);
  }

  /**
   * Like `inTenant` for work that only reads, as of one state: the answer does not wait for the commit.
   * Where it may lag, a standby that follows closely answers, unless the caller has just written.
   */
  async function readTenant<T>(actor: Principal, work: Work<T>, reading?: Reading): Promise<T> {
    if (standby && reading?.mayLag) {
      const where = await readAtStandby(standby, actor, work);
      standby.noteRead(where ? 'standby' : 'primary');
      if (where) return where.result;
      reading.mayLag = false;
    }
    return read(pool, actor, entering(actor), work);
  }

  /** Returns what the standby answers; undefined when the primary has to be asked. */
  async function readAtStandby<T>(standby: Standby, actor: Principal, work: Work<T>) {
    if (!standby.isClose()) return undefined;
    // Entered at the primary, where a session that has ended ends at once.
    const [{ hasWritten }] = await read(pool, actor, entering(actor), (tx) => hasJustWritten(tx));
    if (hasWritten) return undefined;
    const entry = `${setting('atrium.tenant', actor.tenantUuid)}, ${readingAs(actor.userUuid)}`;
    try {
      return { result: await read(standby.pool, actor, entry, work) };
    } catch (error) {
      // Whatever it lacked or was busy with: the primary knows.
      if (tookTooLong(error)) throw error;
      return undefined;
    }
  }

  /** Runs `work` where all tenants are seen, for a SYSTEM_ADMIN with a session. */
  const inPlatform = <T>(principal: Principal, work: Work<T>): Promise<T> =>
    write(principal, principal.tenantUuid, `${platformRole}, ${entering(principal)}`, work);

  /** Runs `work` in one tenant for the platform itself: jobs, demo data, what a login sets off. */
  const asTenant = <T>(tenantUuid: string, actor: Actor, work: Work<T>): Promise<T> =>
    write(
      actor,
      tenantUuid,
      `${tenantRole}, ${setting('atrium.tenant', tenantUuid)}, ${readingAs(actor.actorId)}`,
      work,
    );

  /** Runs `work` where all tenants are seen, before one is known: a login, the relay. */
  const asPlatform = <T>(work: Work<T>): Promise<T> => write(system, '', platformRole, work);

  const close = () => Promise.all([pool.close(), standby?.close()]);
  return { inTenant, readTenant, asTenant, asPlatform, inPlatform, totals, close };
}

/**
 * Says whether the caller changed something in the last seconds. Every change records its event, which bears
 * the time at which its transaction began: a statement may take half a minute until the commit.
 */
function hasJustWritten(tx: Tx) {
  return tx<[{ hasWritten: boolean }]>`
    select exists (
      select from events
       where tenant_uuid = ${tx.tenantUuid} and actor_id = ${tx.actor.actorId}
         and occurred_at > now() - interval '35 seconds' and event_type !~ '^export[.]|[.]viewed$'
    ) as has_written`;
}

/**
 * Returns the calls that enter a tenant, if the caller's session, user and tenants still stand, and
 * that ask for what the request needs besides.
 */
function entering(principal: Principal): string {
  const { setsUpFactor = false, entersWithoutFactor, entersUnapproved, needsProof } = principal;
  const { address } = principal;
  const [tenant, home] = [literal(principal.tenantUuid), literal(principal.homeTenantUuid)];
  const [user, session] = [literal(principal.userUuid), literal(principal.sessionUuid)];
  const branch = literal(principal.branchUuid ?? principal.sessionUuid);
  // Tokens of an outside issuer have no session: it sees to branches and second factors itself.
  const hasSession = principal.sessionUuid !== null;
  const isVisitor = tenant !== home;
  const isHeld = address !== undefined;
  return [
    `enter_tenant(${tenant}, ${home}, ${user}, ${session}, ${setsUpFactor})`,
    readingAs(principal.userUuid),
    ...(hasSession || isHeld
      ? [
          `check_policy(${tenant}, ${home}, ${session}, ${branch}, ${isHeld}, ${literal(address ?? null)})`,
        ]
      : []),
    ...(isVisitor && !entersUnapproved ? [`require_approval_of_visitor(${tenant})`] : []),
    ...(isVisitor && hasSession && !entersWithoutFactor
      ? [`require_factor_of_visitor(${tenant}, ${home}, ${user})`]
      : []),
    ...(needsProof ? [`require_proof(${tenant}, ${home}, ${session})`] : []),
  ].join(', ');
}

/** Says in whose name a transaction reads, to whom what is personal of others is not there. */
function readingAs(userUuid: string | null): string {
  return setting('atrium.reader', userUuid ?? '');
}

function literal(text: string | null): string {
  return text === null ? 'null' : escapeLiteral(text);
}

/** Lets the events of the transaction bear the present trace, if somebody records it. */
function tracing(): string {
  const traceparent = keptTraceparent();
  return traceparent ? `, ${setting('atrium.traceparent', traceparent)}` : '';
}

function setting(name: string, value: string): string {
  return `set_config('${name}', ${escapeLiteral(value)}, true)`;
}

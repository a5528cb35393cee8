import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { createSql, Query, type Sql } from '@atrium/kit/sql.ts';
import { type catalogue, Problem } from '../problems.ts';
import type { DatabaseObserver } from './database-metrics.ts';
import type { Connection, Pool } from './pool.ts';
import type { Actor } from './principal.ts';

/**
 * A transaction behind the tenant wall: the only thing queries take. It stops working when the
 * transaction ends, so that a forgotten `await` cannot reach into somebody else's.
 */
export type Tx = Sql & {
  /** The tenant the transaction sees; in a platform transaction, which sees all, the actor's. */
  readonly tenantUuid: string;
  readonly actor: Actor;
  /** Wakes a background worker once the change is committed. */
  readonly afterCommit: (worker: string) => void;
};

/** The work of a transaction; of a single statement it may be the query itself, not awaited. */
export type Work<T> = (tx: Tx) => Promise<T>;

export type Scope = {
  tenantUuid: string;
  actor: Actor;
  /** The commands that begin the transaction, set its role and enter the tenant. */
  open: string;
  /** True when the result waits until the commit is durable. */
  isDurable: boolean;
  wake: (worker: string) => void;
  observer?: DatabaseObserver | undefined;
};

/**
 * Runs work in a transaction on a connection of its own. What opens the transaction and the first
 * statements of the work leave in one packet; so does the commit, if the work returns a query
 * without awaiting it. The work has come to rest before the connection goes back.
 */
export async function transaction<T>(pool: Pool, scope: Scope, work: Work<T>): Promise<T> {
  const connection = await pool.acquire();
  const workers = new Set<string>();
  const { tx, close } = openTx(connection, scope, workers);
  connection.gather();
  const opened = connection.command(scope.open);
  const working = start(work, tx);
  const early = working instanceof Query ? end(connection, 'commit') : undefined;
  const steps = await Promise.allSettled([opened, working] as const);
  close();
  const failed = steps.find((step) => step.status === 'rejected');
  const ended = early ?? end(connection, failed ? 'rollback' : 'commit');
  if (failed) throw asProblem(failed.reason);
  if (scope.isDurable) await committed(ended, scope);
  for (const worker of workers) scope.wake(worker);
  return (steps[1] as PromiseFulfilledResult<T>).value;
}

async function committed(ended: Promise<string>, { observer }: Scope): Promise<void> {
  const since = performance.now();
  if ((await ended) !== 'COMMIT')
    throw new Error('The transaction was rolled back: a statement had failed');
  observer?.committed((performance.now() - since) / 1000);
}

function start<T>(work: Work<T>, tx: Tx): Promise<T> {
  try {
    const working = work(tx);
    if (working instanceof Query) working.send();
    return working;
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Ends the transaction and gives the connection back; answers what became of it. */
function end(connection: Connection, how: 'commit' | 'rollback'): Promise<string> {
  const ended = connection.command(how);
  ended.then(
    () => connection.release(true),
    () => connection.release(false),
  );
  return ended;
}

function openTx(connection: Connection, { tenantUuid, actor }: Scope, workers: Set<string>) {
  let open = true;
  const check = () => {
    if (!open) throw new Error('The transaction has ended: a query was not awaited');
  };
  const sql = createSql((text, values) => {
    check();
    return connection.run(text, values);
  });
  const call = (...args: Parameters<Sql>) => {
    check();
    return sql(...args);
  };
  const afterCommit = (worker: string) => void workers.add(worker);
  const { json, unsafe } = sql;
  const tx = Object.assign(call, { json, unsafe, tenantUuid, actor, afterCommit }) as Tx;
  const close = () => {
    open = false;
  };
  return { tx, close };
}

/**
 * Returns the problem that a function of the database raised: `enter_tenant` with SQLSTATE AT000 and a
 * problem code as its message, `refuse` with AT400 and a field. Any other error is returned as it is.
 */
export function asProblem(error: unknown): unknown {
  const { code, message, hint, detail } = error as { [key: string]: string | undefined };
  if (code === 'AT000') return new Problem(message as keyof typeof catalogue);
  if (code === 'AT400') return invalid(fieldError(message ?? '', hint ?? '', detail ?? ''));
  return error;
}

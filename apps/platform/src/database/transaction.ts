import { createSql, Query, type Sql } from '@atrium/kit/sql.ts';
import { asProblem } from '../problems.ts';
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

type Scope = {
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
  const { tenantUuid, actor, wake } = scope;
  const connection = await pool.acquire();
  let isOpen = true;
  const sql = createSql((text, values) => {
    if (!isOpen) throw new Error('The transaction has ended: a query was not awaited');
    return connection.run(text, values);
  });
  const workers = new Set<string>();
  const afterCommit = (worker: string) => void workers.add(worker);
  connection.gather();
  const opened = connection.command(scope.open);
  const working = start(work, Object.assign(sql, { tenantUuid, actor, afterCommit }));
  const early = working instanceof Query ? end(connection, 'commit') : undefined;
  const steps = await Promise.allSettled([opened, working] as const);
  isOpen = false;
  const failed = steps.find((step) => step.status === 'rejected');
  const ended = early ?? end(connection, failed ? 'rollback' : 'commit');
  if (failed) throw asProblem(failed.reason);
  if (scope.isDurable) await committed(ended, scope);
  for (const worker of workers) wake(worker);
  return (steps[1] as PromiseFulfilledResult<T>).value;
}

async function committed(ended: Promise<string | undefined>, { observer }: Scope): Promise<void> {
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
function end(connection: Connection, how: 'commit' | 'rollback') {
  const ended = connection.command(how);
  ended.then(
    () => connection.release(true),
    () => connection.release(false),
  );
  return ended;
}

import { createSql, Query, type Sql } from '@atrium/kit/sql.ts';
import { asProblem } from '../problems.ts';
import { asTransaction } from './outgoing-calls.ts';
import type { Pool } from './pool.ts';
import type { Actor } from './principal.ts';

/**
 * A transaction behind the tenant wall: the only thing queries take. It stops working when the
 * transaction ends, so that a forgotten `await` cannot reach into somebody else's.
 */
export type Tx = Sql &
  Shared & {
    /** The tenant the transaction sees; in a platform transaction, which sees all, the actor's. */
    readonly tenantUuid: string;
    readonly actor: Actor;
  };

/** Holds what every transaction has at hand; other modules declare what they add. */
export interface Shared {
  /** Wakes a background worker once the change is committed. */
  readonly afterCommit: (worker: Worker) => void;
}
/** The part of it that is the same in every transaction. */
export type SharedByAll = Omit<Shared, 'afterCommit'>;

/** A loop that a commit wakes, or the worker of a queue of jobs. */
export type Worker = WokenLoop | { queue: string };
export type WokenLoop = 'events' | 'webhooks' | 'calendar' | 'mails';

/** The work of a transaction; of a single statement it may be the query itself, not awaited. */
export type Work<T> = (tx: Tx) => Promise<T>;

type Scope = Pick<Tx, 'tenantUuid' | 'actor'> & {
  /** The commands that begin the transaction, set its role and enter the tenant. */
  open: string;
  /** True when the result waits until the commit is durable. */
  isDurable: boolean;
  wake: (worker: Worker) => void;
  shared: SharedByAll;
};

/**
 * Runs work in a transaction on a connection of its own. What opens the transaction and the first
 * statements of the work leave in one packet; so does the commit, if the work returns a query
 * without awaiting it. The work has come to rest before the connection goes back.
 */
export async function transaction<T>(pool: Pool, scope: Scope, work: Work<T>): Promise<T> {
  const { tenantUuid, actor, isDurable, wake, shared } = scope;
  const connection = await pool.acquire(tenantUuid);
  const life = { isOpen: true };
  const sql = createSql((text, values) => {
    if (!life.isOpen) throw new Error('The transaction has ended: a query was not awaited');
    return connection.run(text, values);
  });
  const woken = new Map<string, Worker>();
  const afterCommit = (worker: Worker) =>
    void woken.set(typeof worker === 'string' ? worker : worker.queue, worker);
  let ended: ReturnType<typeof connection.end> | undefined;
  const opened = connection.command(scope.open);
  const working = Promise.try(() => {
    const tx = Object.assign(sql, { ...shared, tenantUuid, actor, afterCommit });
    const result = asTransaction(life, () => work(tx));
    if (!(result instanceof Query)) return result;
    result.send();
    ended = connection.end('commit');
    return result;
  });
  const steps = await Promise.allSettled([opened, working] as const);
  life.isOpen = false;
  const failed = steps.find((step) => step.status === 'rejected');
  ended ??= connection.end(failed ? 'rollback' : 'commit');
  if (failed) throw asProblem(failed.reason);
  const committed = pool.metrics?.commits.startTimer();
  if (isDurable && (await ended) !== 'COMMIT')
    throw new Error('The transaction was rolled back: a statement had failed');
  if (isDurable) committed?.();
  for (const worker of woken.values()) wake(worker);
  return (steps[1] as PromiseFulfilledResult<T>).value;
}

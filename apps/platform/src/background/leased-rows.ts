import { inSpan } from '@atrium/kit/tracing/spans.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { type Lease, LeaseLost, type Leases, type RowRef } from './leases.ts';
import { type LoopOptions, startLoop } from './loop.ts';
import { isOutgoingPaused } from './outgoing-pause.ts';

type Options<K extends string, R extends RowRef<K>> = Omit<LoopOptions, 'run'> & {
  db: Pick<Db, 'asPlatform'>;
  leases: Leases<K>;
  /** The number of rows that this process works on at a time. */
  most: number;
  /** Finds rows that are due and free, at most so many, given those that are being worked on here. */
  find: (tx: Tx, room: number, working: readonly R[]) => Promise<readonly R[]>;
  /**
   * Works on a row while no transaction is open, and writes in transactions of its own that begin with
   * `lease.hold`. Returns false when there was nothing to do, so that nobody looks again at once.
   */
  work: (row: R, lease: Lease, isStopped: () => boolean) => Promise<boolean>;
};

/**
 * Works on the rows of a table that are due, each under a lease: one worker of one process has it, and
 * it is free again when the work is done. A row whose work throws rests until its lease runs out, while
 * the others go on. For example:
 *
 *     const leases = createLeases({ db, logger, table: 'mails', key: 'mailUuid', seconds: 300 });
 *     const mails = startLeasedRows({
 *       name: 'mails', db, leases, most: 8, logger, registry,
 *       find: (tx, room) => tx`
 *         select tenant_uuid, mail_uuid from mails t
 *          where next_try_at <= now() and ${isFree(tx)} order by next_try_at limit ${room}
 *            for no key update skip locked`,
 *       work: async (ref, lease, isStopped) => { … },
 *     });
 *
 * `find` locks the rows, as here, or `work` looks again whether there is anything to do: another worker
 * may have ended with a row just before it was taken. What makes a row due wakes the loop by `tx.afterCommit('mails')`, a name that `Worker` and `services.ts` list.
 */
export function startLeasedRows<K extends string, R extends RowRef<K>>(options: Options<K, R>) {
  const { name, db, leases, most, find, work, logger } = options;
  const working = new Map<R, Promise<void>>();

  async function run(isStopped: () => boolean): Promise<boolean> {
    const room = most - working.size;
    if (room <= 0) return false;
    const here = [...working.keys()];
    const keys = new Set<string>(here.map((row) => row[leases.key]));
    const taken = await db.asPlatform(async (tx) => {
      if (options.isPaused && (await isOutgoingPaused(tx))) return [];
      const found = await find(tx, room, here);
      return leases.take(
        tx,
        found.filter((row) => !keys.has(row[leases.key])),
      );
    });
    for (const { row, lease } of taken) working.set(row, serve(row, lease, isStopped));
    return taken.length > 0;
  }

  async function serve(row: R, lease: Lease, isStopped: () => boolean): Promise<void> {
    try {
      const isDone = await inSpan({ name: `work ${name}`, kind: 'CONSUMER', parent: null }, () =>
        work(row, lease, isStopped),
      );
      await lease.release();
      working.delete(row);
      if (isDone) loop.wake();
    } catch (error) {
      lease.lapse();
      working.delete(row);
      if (error instanceof LeaseLost) return;
      logger.warn({ err: error, worker: name, [leases.key]: row[leases.key] }, 'a row has to wait');
    }
  }

  // Whether it is paused is asked where rows are taken.
  const loop = startLoop({ ...options, isPaused: undefined, run });
  return {
    wake: loop.wake,
    /** Takes no more rows, and waits for those that are worked on. */
    stop: async () => {
      await loop.stop();
      await Promise.all(working.values());
    },
  };
}

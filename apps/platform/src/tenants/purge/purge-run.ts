import type { Logger } from 'pino';
import { inBatches } from '../../background/in-batches.ts';
import { createLeases, type Lease, LeaseLost } from '../../background/leases.ts';
import type { Db } from '../../database/db.ts';
import { platformTenantUuid } from '../../database/platform-tenant.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import type { DeletionReport } from '../schemas.ts';
import { countRemoved, endPurgeStep, findPurge, type Purge } from './queries.ts';
import {
  deleteLastRows,
  deleteSomeRows,
  listTenantTables,
  partSomeRows,
  reportName,
  type TenantTable,
} from './tenant-rows.ts';

/** SQLSTATE query_canceled. */
const statementTimeout = '57014';

/** A store that keeps something of a tenant beside the tables. Removing it twice does no harm. */
export type TenantStore = {
  name: string;
  /** It needs what the rows tell, such as the tokens with which to stop subscriptions. */
  beforeRows?: boolean;
  removeTenant: (tenantUuid: string) => Promise<number>;
};

/** The removal is to stop between two batches. */
class Stopped extends Error {
  override name = 'Stopped';
}

/** The report of a removal; `isFresh` when this run ended it. */
type Done = { report: DeletionReport; isFresh: boolean };
type Outcome = Done | 'BUSY' | 'CUT_OFF';
type Options = { db: Db; stores: readonly TenantStore[]; batchRows: number; logger: Logger };

/**
 * Returns what works on a removal, one process at a time, until it is done or a signal comes. Each
 * batch commits with the count of what it removed, so that nothing is counted twice.
 */
export function createPurgeRun({ db, stores, batchRows, logger }: Options) {
  const table = { table: 'tenant_purges', key: 'purgedTenantUuid' } as const;
  const leases = createLeases({ db, logger, ...table, seconds: 60 });

  return async (tenantUuid: string, signal: AbortSignal): Promise<Outcome> => {
    const taken = await db.asPlatform(async (tx) => {
      const ref = { tenantUuid: platformTenantUuid, purgedTenantUuid: tenantUuid };
      const [mine] = await leases.take(tx, [ref]);
      const purge = mine && (await findPurge(tx, tenantUuid));
      return purge && { lease: mine.lease, purge };
    });
    if (!taken) return 'BUSY';
    try {
      const run = { tenantUuid, signal, ...taken };
      await removeFromStores(run, true);
      if (!run.purge.rowsRemoved) await removeRows(run);
      await removeFromStores(run, false);
      return await db.asTenant(platformTenantUuid, system, (tx) => finish(tx, tenantUuid));
    } catch (error) {
      if (error instanceof Stopped || error instanceof LeaseLost) return 'CUT_OFF';
      throw error;
    } finally {
      await taken.lease.release();
    }
  };

  type Run = { tenantUuid: string; signal: AbortSignal; lease: Lease; purge: Purge };

  /** Runs a step that removes something, in a transaction with its count. */
  async function step({ tenantUuid, lease, signal }: Run, work: Step): Promise<number> {
    if (signal.aborted) throw new Stopped();
    return db.asPlatform(async (tx) => {
      await lease.hold(tx);
      const removed = await work(tx);
      await countRemoved(tx, tenantUuid, removed);
      return Object.values(removed).reduce((all, each) => all + each, 0);
    });
  }

  async function removeRows(run: Run): Promise<void> {
    const { tenantUuid } = run;
    const tables = await db.asPlatform(listTenantTables);
    for (const table of tables.filter(({ name }) => name !== 'tenants')) {
      await removeInBatches(run, (tx) => partRows(tx, table, tenantUuid));
      await removeInBatches(run, async (tx, most) => {
        const count = await deleteSomeRows(tx, table, tenantUuid, most);
        return count > 0 ? { [reportName(table.name)]: count } : {};
      });
    }
    await step(run, async (tx) => {
      const removed = await deleteLastRows(tx, tables, tenantUuid);
      await endPurgeStep(tx, tenantUuid, 'ROWS');
      return removed;
    });
  }

  /** Parts rows of one table; of a batch that was full there may be more. */
  async function partRows(tx: Tx, table: TenantTable, tenantUuid: string) {
    let parted: number;
    do parted = await partSomeRows(tx, table, tenantUuid, batchRows);
    while (parted > 0);
    return {};
  }

  /** Works until nothing is left; a batch that takes too long is tried again as a smaller one. */
  async function removeInBatches(run: Run, work: Batch): Promise<void> {
    let most = batchRows;
    await inBatches(async () => {
      try {
        return (await step(run, (tx) => work(tx, most))) > 0 ? undefined : true;
      } catch (error) {
        if ((error as { code?: string }).code !== statementTimeout || most === 1) throw error;
        most = Math.ceil(most / 8);
        return undefined;
      }
    });
  }

  /** Removes what other stores keep; what was counted before is not counted again. */
  async function removeFromStores(run: Run, early: boolean): Promise<void> {
    for (const { name, removeTenant, beforeRows = false } of stores) {
      if (beforeRows !== early || (early && run.purge.rowsRemoved)) continue;
      const count = await removeTenant(run.tenantUuid);
      if (run.purge.finishedAt || name in run.purge.removed) continue;
      await step(run, async () => ({ [name]: count }));
    }
  }
}

type Step = (tx: Tx) => Promise<Record<string, number>>;
type Batch = (tx: Tx, most: number) => Promise<Record<string, number>>;

async function finish(tx: Tx, tenantUuid: string): Promise<Done> {
  const purge = await findPurge(tx, tenantUuid);
  if (!purge) throw new Error('The removal is not on record');
  const { finishedAt, removed } = purge;
  if (finishedAt) return { report: { tenantUuid, deletedAt: finishedAt, removed }, isFresh: false };
  const deletedAt = await endPurgeStep(tx, tenantUuid, 'ALL');
  await recordEvent(tx, {
    eventType: 'tenant.purged',
    entityType: 'TENANT',
    entityId: tenantUuid,
    attributes: {
      removedCount: String(Object.values(removed).reduce((all, each) => all + each, 0)),
    },
    actor: { actorType: purge.actorType, actorId: purge.actorId },
  });
  return { report: { tenantUuid, deletedAt, removed }, isFresh: true };
}

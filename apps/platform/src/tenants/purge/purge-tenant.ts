import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { platformTenantUuid } from '../../database/platform-tenant.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { notFound, Problem } from '../../problems.ts';
import { recordForPlatform } from '../delete-tenant.ts';
import type { DeletionReport } from '../schemas.ts';
import { closeTenant, deleteTenantRows, insertPurge, lockPurge, updatePurge } from './queries.ts';

const queue = 'tenant-purge';
const goOnAfterSeconds = 60;
// Upload URLs of the tenant may still take files; once they have expired it is swept again.
const sweepAfterSeconds = 20 * 60;

/** A store that keeps something of a tenant beside the tables. Removing it twice does no harm. */
export type TenantStore = {
  name: string;
  /** It needs what the rows tell, such as the tokens with which to stop subscriptions. */
  beforeRows?: boolean;
  removeTenant: (tenantUuid: string) => Promise<number>;
};

type PurgeData = JobData & { purgedTenantUuid: string };
type Options = { db: Db; jobs: Jobs; stores: readonly TenantStore[] };

export type TenantPurge = ReturnType<typeof createTenantPurge>;

/**
 * Removes a tenant for good: first its users are shut out, then its rows go in one transaction,
 * then what other stores keep. The rows come before analytics, so that no event follows later.
 * Whatever cuts it off, a job goes on with it, and so does asking again.
 */
export function createTenantPurge({ db, jobs, stores }: Options) {
  const job: Job<PurgeData> = {
    name: queue,
    run: async ({ purgedTenantUuid }) => void (await goOn(purgedTenantUuid)),
  };

  /** Shuts the tenant. Throws NOT_FOUND, or PLATFORM_TENANT for the platform's own. */
  async function begin(tx: Tx, tenantUuid: string): Promise<void> {
    if (tenantUuid === platformTenantUuid) throw new Problem('PLATFORM_TENANT');
    await insertPurge(tx, tenantUuid);
    const purge = await lockPurge(tx, tenantUuid);
    const closed = await closeTenant(tx, tenantUuid);
    if (!purge || (purge.finishedAt && !closed)) throw notFound('tenant');
    if (closed?.wasOpen) await recordForPlatform(tx, tenantUuid);
    await enqueue(tx, tenantUuid, goOnAfterSeconds);
  }

  /** Goes on from wherever the removal stands, to its end. */
  async function goOn(tenantUuid: string): Promise<DeletionReport | undefined> {
    const begun = await db.asPlatform((tx) => lockPurge(tx, tenantUuid));
    const before = begun?.rowsRemoved ? {} : await removeFromStores(tenantUuid, true);
    await db.asPlatform(async (tx) => {
      const purge = await lockPurge(tx, tenantUuid);
      if (!purge || purge.rowsRemoved) return;
      await updatePurge(tx, tenantUuid, {
        removed: { ...before, ...(await deleteTenantRows(tx, tenantUuid)) },
        step: 'ROWS',
      });
    });
    const elsewhere = await removeFromStores(tenantUuid, false);
    return db.asTenant(platformTenantUuid, system, (tx) => finish(tx, tenantUuid, elsewhere));
  }

  async function finish(tx: Tx, tenantUuid: string, elsewhere: Record<string, number>) {
    const purge = await lockPurge(tx, tenantUuid);
    if (!purge) return undefined;
    const { finishedAt } = purge;
    if (finishedAt) return { tenantUuid, deletedAt: finishedAt, removed: purge.removed };
    const removed = { ...purge.removed, ...elsewhere };
    const deletedAt = await updatePurge(tx, tenantUuid, { removed, step: 'ALL' });
    await recordEvent(tx, {
      eventType: 'tenant.purged',
      entityType: 'TENANT',
      entityId: tenantUuid,
      attributes: {
        removedCount: String(Object.values(removed).reduce((all, each) => all + each)),
      },
      actor: { actorType: purge.actorType, actorId: purge.actorId },
    });
    await enqueue(tx, tenantUuid, sweepAfterSeconds);
    return { tenantUuid, deletedAt, removed };
  }

  async function removeFromStores(tenantUuid: string, early: boolean) {
    const removed: Record<string, number> = {};
    for (const { name, removeTenant, beforeRows = false } of stores)
      if (beforeRows === early) removed[name] = await removeTenant(tenantUuid);
    return removed;
  }

  /** The job belongs to the platform: what belongs to the tenant is about to go. */
  function enqueue(tx: Tx, purgedTenantUuid: string, startAfterSeconds: number): Promise<void> {
    const data: PurgeData = { tenantUuid: platformTenantUuid, purgedTenantUuid };
    return jobs.enqueue(tx, queue, data, { startAfterSeconds });
  }

  return { job, begin, goOn };
}

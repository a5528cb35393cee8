import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { platformTenantUuid } from '../../database/platform-tenant.ts';
import type { Tx } from '../../database/transaction.ts';
import { notFound, Problem } from '../../problems.ts';
import { recordForPlatform } from '../delete-tenant.ts';
import type { DeletionReport } from '../schemas.ts';
import { createPurgeRun, type TenantStore } from './purge-run.ts';
import { closeTenant, findPurge, insertPurge } from './queries.ts';

const queue = 'tenant-purge';
// If the process that answers dies: more than its right to go on lasts.
const goOnAfterSeconds = 75;
const runMs = 60_000;
const lookMs = 100;
// Upload URLs of the tenant may still take files; once they have expired it is swept again.
const sweepAfterSeconds = 20 * 60;

type PurgeData = JobData & { purgedTenantUuid: string };
type Options = {
  db: Db;
  isPaused: () => Promise<boolean>;
  jobs: Jobs;
  stores: readonly TenantStore[];
  logger: Logger;
  purge: { batchRows: number; answerMs: number };
};

export type TenantPurge = ReturnType<typeof createTenantPurge>;

/**
 * Removes a tenant for good: first its users are shut out, then its rows go in batches, then what
 * other stores keep. The rows come before analytics, so that no event follows later. Whatever cuts
 * it off, a job goes on with it.
 */
export function createTenantPurge({ db, isPaused, jobs, stores, logger, purge }: Options) {
  const run = createPurgeRun({ db, stores, batchRows: purge.batchRows, logger });
  const job: Job<PurgeData> = {
    name: queue,
    run: async ({ purgedTenantUuid }) => {
      // Removing its calendars is outgoing work.
      if (await isPaused()) return enqueue(purgedTenantUuid, goOnAfterSeconds);
      const done = await work(purgedTenantUuid, AbortSignal.timeout(runMs));
      if (done === 'BUSY') await enqueue(purgedTenantUuid, goOnAfterSeconds);
    },
  };

  /** Shuts the tenant. Throws NOT_FOUND, or PLATFORM_TENANT for the platform's own. */
  async function begin(tx: Tx, tenantUuid: string): Promise<void> {
    if (tenantUuid === platformTenantUuid) throw new Problem('PLATFORM_TENANT');
    await insertPurge(tx, tenantUuid);
    const closed = await closeTenant(tx, tenantUuid);
    const begun = await findPurge(tx, tenantUuid);
    if (!begun || begun.finishedAt) throw notFound('tenant');
    if (closed?.wasOpen) await recordForPlatform(tx, tenantUuid);
    await enqueueIn(tx, tenantUuid, goOnAfterSeconds);
  }

  /**
   * Goes on from wherever the removal stands, and answers the report if it ends in time; undefined
   * when it goes on without the caller.
   */
  async function goOn(tenantUuid: string): Promise<DeletionReport | undefined> {
    const late = new AbortController();
    const working = work(tenantUuid, late.signal).then((done) =>
      done === 'BUSY' ? waitForOther(tenantUuid, late.signal) : done,
    );
    const waiting = new AbortController();
    const tooLate = pause(purge.answerMs, undefined, { signal: waiting.signal }).catch(
      () => undefined,
    );
    const done = await Promise.race([working, tooLate]).finally(() => waiting.abort());
    if (typeof done === 'object') return done;
    late.abort();
    working.catch((error) => logger.warn({ err: error, tenantUuid }, 'the removal of a tenant'));
    return undefined;
  }

  /** Waits for another process, while the removal may still end in the time of an answer. */
  async function waitForOther(
    tenantUuid: string,
    signal: AbortSignal,
  ): Promise<DeletionReport | undefined> {
    const begun = await db.asPlatform((tx) => findPurge(tx, tenantUuid));
    if (begun?.finishedAt)
      return { tenantUuid, deletedAt: begun.finishedAt, removed: begun.removed };
    if (signal.aborted || !begun || begun.ageMs > purge.answerMs) return undefined;
    await pause(lookMs);
    return waitForOther(tenantUuid, signal);
  }

  /** Works until the removal is done or the signal comes, when a job takes over. */
  async function work(tenantUuid: string, signal: AbortSignal) {
    const done = await run(tenantUuid, signal);
    if (done === 'CUT_OFF') await enqueue(tenantUuid, 0);
    if (typeof done === 'object' && done.isFresh) await enqueue(tenantUuid, sweepAfterSeconds);
    return typeof done === 'object' ? done.report : done;
  }

  /** The job belongs to the platform: what belongs to the tenant is about to go. */
  function enqueueIn(tx: Tx, purgedTenantUuid: string, startAfterSeconds: number): Promise<void> {
    const data: PurgeData = { tenantUuid: platformTenantUuid, purgedTenantUuid };
    return jobs.enqueue(tx, queue, data, { startAfterSeconds });
  }

  const enqueue = (purgedTenantUuid: string, startAfterSeconds: number) =>
    db.asPlatform((tx) => enqueueIn(tx, purgedTenantUuid, startAfterSeconds));

  return { job, begin, goOn };
}

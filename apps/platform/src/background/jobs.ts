import { inSpan } from '@atrium/kit/tracing/spans.ts';
import { keptTraceparent, readTraceparent } from '@atrium/kit/tracing/trace-context.ts';
import { PgBoss, type QueuePolicy, type WorkOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { changeSchema } from '../database/migrate.ts';
import type { Tx } from '../database/transaction.ts';

/** Every job knows its tenant. */
export type JobData = { tenantUuid: string };
/** The trace of the change that asked for a job, if somebody records it. */
type Traced = { traceparent?: string };

export type Job<D extends JobData> = {
  name: string;
  /** `isLastTry` is true when a failure of this run is not followed by another. */
  run: (data: D, jobId: string, isLastTry?: boolean) => Promise<void>;
  /** The number of retries; without it twelve (some three quarters of an hour). */
  retryLimit?: number;
};

/** Work that is done at fixed times by one replica, and is not tried again before the next time. */
export type Schedule = {
  name: string;
  /** Says when, as cron writes it, in UTC. */
  cron: string;
  /** True when it is also done whenever a replica starts. */
  atStart?: boolean;
  run: () => Promise<void>;
};

export type Jobs = ReturnType<typeof createJobs>;

/**
 * Background work on PostgreSQL (pg-boss): enqueued in the transaction of the change that asks
 * for it, tried again with growing pauses when it fails, kept as dead when nothing helps.
 */
export function createJobs({ url, logger }: { url: string; logger: Logger }) {
  const boss = new PgBoss({
    connectionString: url,
    max: 3,
    application_name: 'atrium jobs',
  });
  boss.on('error', (error) => {
    // What a worker meets is told as a copy, which is no Error.
    const err = error instanceof Error ? error : Object.assign(new Error(), error);
    logger.warn({ err }, 'job queue');
  });
  const workers = new Map<string, string>();

  /** Starts the queue with a worker for each job and each schedule. */
  async function start(jobs: readonly Job<never>[], schedules: readonly Schedule[] = []) {
    await makeQueues(jobs, schedules);
    await Promise.all([...jobs, ...schedules].map(work));
    await Promise.all(
      schedules.filter(({ atStart }) => atStart).map(({ name }) => boss.send(name)),
    );
  }

  /** Makes the queue's schema and its queues, one replica at a time: their grants would collide. */
  async function makeQueues(jobs: readonly Job<never>[], schedules: readonly Schedule[]) {
    await changeSchema(url, async (_sql, command) => {
      await boss.start();
      for (const { name, retryLimit = 12 } of jobs) await makeQueue(name, 'standard', retryLimit);
      for (const { name, cron } of schedules) {
        await makeQueue(name, 'exclusive', 0);
        await boss.schedule(name, cron);
      }
      await command(`
        grant usage on schema pgboss to atrium_tenant, atrium_platform;
        grant select, insert, update on all tables in schema pgboss to atrium_tenant, atrium_platform;
        grant execute on all functions in schema pgboss to atrium_tenant, atrium_platform`);
    });
  }

  const makeQueue = (name: string, policy: QueuePolicy, retryLimit: number) =>
    boss.createQueue(name, {
      policy,
      retryLimit,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      // A job whose worker was killed is taken up again within two minutes.
      heartbeatSeconds: 30,
      deleteAfterSeconds: 7 * 86_400,
    });

  async function work({ name, run }: Pick<Job<never>, 'name' | 'run'>): Promise<void> {
    const worker = await boss.work<JobData & Traced, void, WorkOptions & { includeMetadata: true }>(
      name,
      { pollingIntervalSeconds: 2, includeMetadata: true },
      async ([job]) => {
        if (!job) return;
        try {
          const parent = readTraceparent(job.data?.traceparent) ?? null;
          await inSpan({ name: `job ${name}`, kind: 'CONSUMER', parent }, () =>
            run(job.data as never, job.id, job.retryCount >= job.retryLimit),
          );
        } catch (error) {
          // Not its message, which may name a reader: neither the log nor the queue keeps it.
          const { name: kind, code = kind } = error as Error & { code?: string };
          logger.warn({ job: name, jobId: job.id, code }, 'a job failed');
          throw new Error(String(code));
        } finally {
          // Calls that came meanwhile were spent on this one: look at once whether there is another.
          wake(name);
        }
      },
    );
    workers.set(name, worker);
  }

  /** Enqueues a job with the change itself; the worker wakes after the commit, or comes later. */
  async function enqueue<D extends JobData>(
    tx: Tx,
    name: string,
    data: D,
    { startAfterSeconds = 0 } = {},
  ): Promise<void> {
    const traceparent = keptTraceparent();
    await boss.send(name, traceparent ? { ...data, traceparent } : data, {
      db: asBossDb(tx),
      startAfter: startAfterSeconds,
    });
    if (startAfterSeconds === 0) tx.afterCommit({ queue: name });
  }

  /** Enqueues many at once, in the transaction of the change that asks for them. */
  async function enqueueAll<D extends JobData>(
    tx: Tx,
    name: string,
    work: readonly D[],
  ): Promise<void> {
    if (work.length === 0) return;
    await boss.insert(
      name,
      work.map((data) => ({ data })),
      { db: asBossDb(tx) },
    );
    tx.afterCommit({ queue: name });
  }

  /** Removes the jobs of a tenant, done and to do, and counts them. */
  async function removeTenant(tenantUuid: string): Promise<number> {
    const removal = `delete from pgboss.job where data ->> 'tenantUuid' = $1 returning id`;
    const { rows } = await boss.getDb().executeSql(removal, [tenantUuid]);
    return rows.length;
  }

  /** Enqueues a job by itself, after the change that it is about was committed. */
  async function send<D extends JobData>(name: string, data: D): Promise<void> {
    await boss.send(name, data);
    wake(name);
  }

  /** Wakes a job's worker in this process, if it has one. */
  function wake(name: string): void {
    const worker = workers.get(name);
    if (worker) boss.notifyWorker(worker);
  }

  const stop = () => boss.stop({ graceful: true, timeout: 5_000 });
  return { start, enqueue, enqueueAll, send, removeTenant, wake, stop };
}

/** A transaction as the queue uses one. */
function asBossDb(tx: Tx) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: [...(await tx.unsafe(text, values))],
    }),
  };
}

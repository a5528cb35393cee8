import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import type { Job, JobData, Jobs } from './jobs.ts';

/**
 * Returns a job that waits while its tenant is deleted. The waiting costs no try: the job leaves its
 * queue, and comes back when the tenant is restored.
 */
export function heldWhileDeleted<D extends JobData>(db: Db, job: Job<D>): Job<D> {
  return {
    ...job,
    run: async (data, jobId, isLastTry) => {
      const work = { queue: job.name, data };
      const isHeld = await db.asTenant(data.tenantUuid, system, (tx) => holdJob(tx, work));
      if (!isHeld) await job.run(data, jobId, isLastTry);
    },
  };
}

/** Puts a job aside if its tenant is deleted; true when it did. */
async function holdJob(
  tx: Tx,
  { queue, data }: { queue: string; data: JobData },
): Promise<boolean> {
  const { tenantUuid } = data;
  const deleted = await tx`
    select from tenants where tenant_uuid = ${tenantUuid} and deleted_at is not null`;
  if (deleted.length === 0) return false;
  // Locked, so that a change that releases what waits releases this one too, or is seen here.
  const { count } = await tx`
    with tenant as materialized (
      select deleted_at from tenants where tenant_uuid = ${tenantUuid} for share)
    insert into held_jobs (tenant_uuid, job_uuid, queue, data)
    select ${tenantUuid}, ${randomUUIDv7()}, ${queue}, ${tx.json(data)} from tenant
     where deleted_at is not null`;
  return count > 0;
}

/** Queues again what waited for a tenant, in the transaction that makes it active or restores it. */
export async function releaseJobs(tx: Tx, jobs: Jobs, tenantUuid: string): Promise<void> {
  const held = await tx<{ queue: string; data: JobData }[]>`
    delete from held_jobs where tenant_uuid = ${tenantUuid} returning queue, data`;
  for (const [queue, work = []] of Object.entries(Object.groupBy(held, (each) => each.queue)))
    await jobs.enqueueAll(
      tx,
      queue,
      work.map(({ data }) => data),
    );
}

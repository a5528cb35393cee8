import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { graceMinutes, sweepFiles } from '../../files/sweep-files.ts';
import { uploadMinutes } from '../../files/uploads/open-uploads.ts';
import { derivedIcoAddress, owner, parseAddress, publishedKey } from './addresses.ts';
import { findBranding } from './queries.ts';

const queue = 'branding-sweep';

export type BrandingSweep = ReturnType<typeof createBrandingSweep>;

/** Removes what a tenant uploaded and nobody can see: sessions that ended, assets that were replaced. */
export function createBrandingSweep({
  db,
  objects,
  jobs,
}: {
  db: Db;
  objects: ObjectStore;
  jobs: Jobs;
}) {
  const job: Job<JobData> = {
    name: queue,
    run: ({ tenantUuid }) => sweepObjects(db, objects, tenantUuid),
  };

  /** Asks for a sweep once the session that begins, or the assets replaced now, are out of use. */
  const enqueue = (tx: Tx) =>
    jobs.enqueue(
      tx,
      queue,
      { tenantUuid: tx.tenantUuid },
      { startAfterSeconds: (uploadMinutes + graceMinutes) * 60 + 60 },
    );
  return { job, enqueue };
}

/** Sweeps what a tenant uploaded and what branding does not show any more. */
export const sweepObjects = (db: Db, objects: ObjectStore, tenantUuid: string): Promise<void> =>
  sweepFiles({ db, objects }, tenantUuid, { name: owner, listKept });

async function listKept(tx: Tx): Promise<string[]> {
  const { tenantUuid } = tx;
  const branding = await findBranding(tx, tenantUuid);
  const png = branding?.faviconPng32 ? parseAddress(branding.faviconPng32) : undefined;
  const addresses = [
    branding?.logo,
    branding?.mailLogo,
    branding?.faviconPng32,
    branding?.faviconIco,
    png && derivedIcoAddress(png),
  ].filter((each) => typeof each === 'string');
  return addresses.map((address) => publishedKey(tenantUuid, address));
}

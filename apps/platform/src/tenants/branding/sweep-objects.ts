import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { graceMinutes, sweepFiles } from '../../files/sweep-files.ts';
import { uploadMinutes } from '../../files/uploads/open-uploads.ts';
import { derivedIcoAddress, owner, parseAddress, publishedKey } from './addresses.ts';
import { listVersions } from './history-queries.ts';
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

/** Sweeps what a tenant uploaded and what neither its branding nor a kept version of it shows. */
export const sweepObjects = (db: Db, objects: ObjectStore, tenantUuid: string): Promise<void> =>
  sweepFiles({ db, objects }, tenantUuid, { name: owner, listKept });

async function listKept(tx: Tx): Promise<string[]> {
  const { tenantUuid } = tx;
  const now = await findBranding(tx, tenantUuid);
  const shown = [...(await listVersions(tx)), ...(now ? [now] : [])];
  const addresses = shown.flatMap(({ logo, mailLogo, faviconPng32, faviconIco }) => {
    const png = faviconPng32 ? parseAddress(faviconPng32) : undefined;
    return [logo, mailLogo, faviconPng32, faviconIco, png ? derivedIcoAddress(png) : null];
  });
  return [...new Set(addresses)]
    .filter((each) => typeof each === 'string')
    .map((address) => publishedKey(tenantUuid, address));
}

import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { derivedIcoAddress, parseAddress, publishedKey, tenantPrefix } from './addresses.ts';
import { ticketMinutes } from './init-branding-assets.ts';
import { findBranding, findPendingSession, removeOldSessions } from './queries.ts';

const queue = 'branding-sweep';

// Longer than public answers are kept, so that none of them names a file that is gone.
const graceMinutes = 60;

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
      { startAfterSeconds: (ticketMinutes + graceMinutes) * 60 + 60 },
    );
  return { job, enqueue };
}

/** Sweeps one tenant's objects, and the sessions of a month ago. What is younger than an hour stays, pending or not. */
export async function sweepObjects(
  db: Db,
  objects: ObjectStore,
  tenantUuid: string,
): Promise<void> {
  const newest = Temporal.Now.instant().subtract({ minutes: graceMinutes });
  const stored = await objects.list(tenantPrefix(tenantUuid));
  const kept = await db.asTenant(tenantUuid, system, async (tx) => {
    await removeOldSessions(tx);
    return listKept(tx);
  });
  const orphans = stored.filter(
    ({ key, storedAt }) =>
      Temporal.Instant.compare(storedAt, newest) < 0 && !kept.some((each) => key.startsWith(each)),
  );
  await objects.remove(orphans.map(({ key }) => key));
}

/** Returns the keys, or beginnings of keys, that are in use. */
async function listKept(tx: Tx): Promise<string[]> {
  const { tenantUuid } = tx;
  const branding = await findBranding(tx, tenantUuid);
  const pending = await findPendingSession(tx);
  const png = branding?.faviconPng32 ? parseAddress(branding.faviconPng32) : undefined;
  const addresses = [
    branding?.logo,
    branding?.mailLogo,
    branding?.faviconPng32,
    branding?.faviconIco,
    png && derivedIcoAddress(png),
  ].filter((each) => typeof each === 'string');
  const published = addresses.map((address) => publishedKey(tenantUuid, address));
  return pending ? [...published, `${tenantPrefix(tenantUuid)}uploads/${pending}/`] : published;
}

import { randomUUIDv7 } from 'node:crypto';
import type { Logger } from 'pino';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { Problem } from '../../problems.ts';
import { isDerivedIco, parseAddress, publishedKey } from './addresses.ts';
import { places } from './asset-kinds.ts';
import { writeAssets } from './confirm-branding.ts';
import { forgetVersions } from './history-queries.ts';
import { makePublishable, type PreparedAsset } from './prepare-assets.ts';
import { publishPrepared } from './publish-branding.ts';
import { type BrandingRow, findBranding, lockBranding } from './queries.ts';
import type { BrandingSweep } from './sweep-objects.ts';

type Means = { db: Db; objects: ObjectStore; logger: Logger; brandingSweep: BrandingSweep };

/**
 * Publishes pictures anew that are older than the rule that they tell nothing besides their pixels: under
 * addresses of their own, since what an address had is kept by caches for ever. What was published is
 * removed after an hour, and cannot be restored. Firm by firm, so that it goes on where it was stopped.
 */
export async function cleanPictures(means: Means): Promise<void> {
  const firms = await means.db.asPlatform(
    (tx) => tx<{ tenantUuid: string }[]>`
      select tenant_uuid from brandings join tenants using (tenant_uuid)
       where not pictures_clean and deleted_at is null order by tenant_uuid`,
  );
  for (const { tenantUuid } of firms) {
    try {
      await cleanPicturesOf(means, tenantUuid);
    } catch (error) {
      means.logger.warn({ err: error, tenant: tenantUuid }, 'pictures are not cleaned yet');
    }
  }
}

async function cleanPicturesOf(means: Means, tenantUuid: string): Promise<void> {
  const { db, objects, brandingSweep } = means;
  const row = await db.asTenant(tenantUuid, system, (tx) => findBranding(tx, tenantUuid));
  if (!row) return;
  const session = { versionHint: row.version + 1, sessionUuid: randomUUIDv7() };
  const prepared = await cleanedOf(means, row, session);
  await writeAssets(objects, tenantUuid, prepared);
  await db.asTenant(tenantUuid, system, async (tx) => {
    // Who published meanwhile is not overwritten: the next run finds what is there then.
    if ((await lockBranding(tx)) !== row.version) return;
    await forgetVersions(tx);
    if (prepared.length > 0) {
      await publishPrepared(tx, { input: {}, prepared, session, editor: row.updatedBy });
      await brandingSweep.enqueue(tx);
    }
    await tx`update brandings set pictures_clean = true where tenant_uuid = ${tenantUuid}`;
  });
}

/** Returns the pictures of a firm, clean. One that is missing or cannot be read stays as it is. */
async function cleanedOf(
  { objects, logger }: Means,
  row: BrandingRow,
  session: { versionHint: number; sessionUuid: string },
): Promise<PreparedAsset[]> {
  const cleaned: PreparedAsset[] = [];
  for (const place of places) {
    const address = row[place];
    const known = address ? parseAddress(address) : undefined;
    if (!address || !known || isDerivedIco(place, address)) continue;
    const content = await objects.read(publishedKey(row.tenantUuid, address));
    if (!content) continue;
    try {
      cleaned.push(...(await makePublishable({ ...known, ...session }, content)));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'ASSET_REJECTED') throw error;
      logger.warn({ err: error, tenant: row.tenantUuid }, 'a published picture cannot be read');
    }
  }
  return cleaned;
}

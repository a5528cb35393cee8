import type { Logger } from 'pino';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { publishedKey } from './addresses.ts';
import { drawnForMails } from './prepare-assets.ts';

type Means = { db: Db; objects: ObjectStore; logger: Logger };

/** Draws what mails show of logos that were published without it, by an earlier version or the demo. */
export async function drawMailLogos({ db, objects, logger }: Means): Promise<void> {
  const missing = await db.asPlatform(
    (tx) => tx<{ tenantUuid: string; logo: string }[]>`
      select tenant_uuid, logo from brandings where logo is not null and mail_logo is null`,
  );
  for (const { tenantUuid, logo } of missing) {
    const content = await objects.read(publishedKey(tenantUuid, logo));
    if (!content) continue;
    try {
      const [drawn] = await drawnForMails({ address: logo, content });
      if (!drawn) continue;
      await objects.write(
        publishedKey(tenantUuid, drawn.address),
        drawn.content,
        drawn.contentType,
      );
      await db.asTenant(
        tenantUuid,
        system,
        (tx) => tx`
          update brandings set mail_logo = ${drawn.address}
           where tenant_uuid = ${tenantUuid} and logo = ${logo}`,
      );
    } catch (error) {
      logger.warn({ err: error, tenant: tenantUuid }, 'a logo cannot be drawn for mails');
    }
  }
}

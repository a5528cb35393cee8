import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import { listUnread, softDeleteUnread } from './queries.ts';
import { recordChange } from './record-change.ts';

/** Deletes the endpoints that nobody has read for an hour. */
export async function endUnread(db: Db): Promise<void> {
  for (const { tenantUuid, endpointUuid } of await db.asPlatform(listUnread))
    await db.asTenant(tenantUuid, system, async (tx) => {
      if (await softDeleteUnread(tx, endpointUuid)) await recordChange(tx, 'deleted', endpointUuid);
    });
}

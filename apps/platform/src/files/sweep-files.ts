import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { ownerPrefix, uploadKey, uploads } from './keys.ts';
import type { ObjectStore } from './object-store.ts';
import { listPending, removeOldSessions } from './uploads/session-queries.ts';

// Longer than public answers are kept, so that none of them names a file that is gone.
export const graceMinutes = 60;

/** Somebody who keeps objects, below a prefix of its own. */
export type FilesOwner = {
  name: string;
  /** Lists the keys, or beginnings of keys, that are in use. */
  listKept: (tx: Tx) => Promise<string[]>;
};

/** The uploads of all owners, of which those of pending sessions are in use. */
const ofUploads: FilesOwner = {
  name: uploads,
  listKept: async (tx) => {
    await removeOldSessions(tx);
    return (await listPending(tx)).map((sessionUuid) => uploadKey(tx.tenantUuid, sessionUuid));
  },
};

/**
 * Removes what a tenant uploaded and nobody asked for any more, and what an owner does not keep of its
 * own. What is younger than an hour stays, and so does whatever another owner has.
 */
export async function sweepFiles(
  { db, objects }: { db: Db; objects: ObjectStore },
  tenantUuid: string,
  owner: FilesOwner,
): Promise<void> {
  const newest = Temporal.Now.instant().subtract({ minutes: graceMinutes });
  for (const { name, listKept } of [owner, ofUploads]) {
    const stored = await objects.list(ownerPrefix(tenantUuid, name));
    const kept = await db.asTenant(tenantUuid, system, listKept);
    const orphans = stored.filter(
      ({ key, storedAt }) =>
        Temporal.Instant.compare(storedAt, newest) < 0 &&
        !kept.some((each) => key.startsWith(each)),
    );
    await objects.remove(orphans.map(({ key }) => key));
  }
}

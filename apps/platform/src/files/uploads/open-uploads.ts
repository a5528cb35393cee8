import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import { uploadKey } from '../keys.ts';
import type { ObjectStore } from '../object-store.ts';
import { closePendingSession, insertSession } from './session-queries.ts';

/** The time for which uploads are taken and may be confirmed. */
export const uploadMinutes = 15;

type File = { place: string; fileName: string; contentType: string; maxBytes: number };
type Session = { owner: string; versionHint: number; files: readonly File[] };

/** Opens a session of uploads in place of the owner's that is pending, and grants a URL for each file. */
export async function openUploads(
  tx: Tx,
  objects: ObjectStore,
  { owner, versionHint, files }: Session,
) {
  const { tenantUuid } = tx;
  const sessionUuid = randomUUIDv7();
  await closePendingSession(tx, owner, 'REPLACED');
  const session = { owner, sessionUuid, versionHint, minutes: uploadMinutes };
  const expiry = await insertSession(tx, session, files);
  const expiresAt = Temporal.Instant.from(expiry);
  const urls = await Promise.all(
    files.map(({ fileName, contentType, maxBytes }) => {
      const key = uploadKey(tenantUuid, sessionUuid, fileName);
      return objects.grantUpload({ key, contentType, maxBytes, expiresAt });
    }),
  );
  return { sessionUuid, expiry, urls };
}

import type { Db } from '../../database/db.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import type { Heads } from './heads.ts';
import type { ArchivedPart } from './parts.ts';
import { AlteredPart } from './read-part.ts';

/** Says where archived parts lie and what verifies their heads; a backup has no keys to do that with. */
export type Archive = { objects: Pick<ObjectStore, 'read'>; heads: Heads | undefined };

/**
 * Throws AlteredPart unless a part's head is signed by a key that is published. One that is not of the key
 * that signs now is signed anew, so that the other can go.
 */
export async function requireSigned(
  db: Db,
  heads: Heads | undefined,
  part: ArchivedPart,
): Promise<void> {
  if (!heads) return;
  const { tenantUuid, firstSequence, objectKey } = part;
  if (!(await heads.isSigned(part)))
    throw new AlteredPart(`the head of the archived part ${objectKey} has no good signature`);
  if (!heads.isOfOtherKey(part)) return;
  const signedHead = await heads.sign(part);
  await db.asPlatform(
    (tx) => tx`
      update audit_archives set signed_head = ${signedHead}
       where tenant_uuid = ${tenantUuid} and first_sequence = ${firstSequence}`,
  );
}

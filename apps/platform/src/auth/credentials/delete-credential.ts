import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { notFound } from '../../problems.ts';
import { revokeSession } from '../queries.ts';
import { softDeleteCredential } from './queries.ts';

/** Deletes a credential; its tokens end with the session that they name. Throws NOT_FOUND. */
export async function deleteCredential(tx: Tx, credentialUuid: string): Promise<void> {
  if (!(await softDeleteCredential(tx, credentialUuid))) throw notFound('credential');
  await revokeSession(tx, tx.tenantUuid, credentialUuid);
  await recordEvent(tx, {
    eventType: 'credential.deleted',
    entityType: 'CREDENTIAL',
    entityId: credentialUuid,
  });
}

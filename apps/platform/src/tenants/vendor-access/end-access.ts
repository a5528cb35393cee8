import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { deleteApproval } from './queries.ts';

/** Ends the approval by which administrators of the platform may enter, if there is one. */
export async function endAccess(tx: Tx): Promise<void> {
  if (!(await deleteApproval(tx))) return;
  await recordEvent(tx, {
    eventType: 'tenant.vendor_access_ended',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
  });
}

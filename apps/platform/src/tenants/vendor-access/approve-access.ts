import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { upsertApproval } from './queries.ts';
import type { ApprovalWanted, ApprovedRow } from './schemas.ts';

/** Lets administrators of the platform into the tenant for some hours, and returns until when. */
export async function approveAccess(
  tx: Tx,
  wanted: ApprovalWanted,
  approvedBy: string,
): Promise<ApprovedRow> {
  const approved = await upsertApproval(tx, wanted, approvedBy);
  await recordEvent(tx, {
    eventType: 'tenant.vendor_access_opened',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: { hours: String(wanted.hours) },
  });
  return approved;
}

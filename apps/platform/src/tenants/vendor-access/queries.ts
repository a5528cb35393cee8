import type { Tx } from '../../database/transaction.ts';
import type { ApprovalRow, ApprovalWanted, ApprovedRow } from './schemas.ts';

/** Lets administrators of the platform in from now on, in place of an approval that stands. */
export async function upsertApproval(
  tx: Tx,
  { hours, reason = null }: ApprovalWanted,
  approvedBy: string,
): Promise<ApprovedRow> {
  const [row] = await tx<[ApprovedRow]>`
    insert into vendor_approvals (tenant_uuid, until, reason, approved_by)
    values (${tx.tenantUuid}, now() + ${hours} * interval '1 hour', ${reason}, ${approvedBy})
    on conflict (tenant_uuid) do update
       set until = excluded.until, reason = excluded.reason, approved_by = excluded.approved_by,
           approved_at = excluded.approved_at
    returning record_time(until) as until`;
  return row;
}

/** Returns the approval that stands; of none both members are null. */
export async function findApproval(tx: Tx): Promise<ApprovalRow> {
  const [row] = await tx<ApprovalRow[]>`
    select record_time(until) as until, reason from vendor_approvals
     where tenant_uuid = ${tx.tenantUuid} and until > now()`;
  return row ?? { until: null, reason: null };
}

/** Ends the approval. Returns whether one stood. */
export async function deleteApproval(tx: Tx): Promise<boolean> {
  const ended = await tx<{ stood: boolean }[]>`
    delete from vendor_approvals where tenant_uuid = ${tx.tenantUuid}
    returning until > now() as stood`;
  return ended.some(({ stood }) => stood);
}

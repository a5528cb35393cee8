import { boundPartner, type Viewer } from '@atrium/kit/auth/bound-partner.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { findLiveStaff, isLivePartner } from './queries.ts';

/** Throws VALIDATION_FAILED unless `firmId` is the caller's tenant. */
export function checkFirmId(tx: Tx, firmId: string | undefined): void {
  if (firmId === undefined || firmId.toLowerCase() === tx.tenantUuid) return;
  throw invalid(fieldError('firmId', 'NOT_ALLOWED', 'must be your own tenant'));
}

/**
 * Returns a manager, who is a live staff member of the tenant and, for partner staff, of their own
 * partner: else the contact would not be visible to them. Throws VALIDATION_FAILED.
 */
export async function checkManager(tx: Tx, caller: Viewer, field: string, staffUuid: string) {
  const manager = await requireLiveStaff(tx, field, staffUuid);
  const partner = boundPartner(caller);
  if (partner !== undefined && manager.partnerUuid !== partner) {
    throw invalid(fieldError(field, 'NOT_ALLOWED', 'must be staff of your own partner'));
  }
  return manager;
}

/** Returns a live staff member of the tenant. Throws VALIDATION_FAILED naming the field. */
export async function requireLiveStaff(tx: Tx, field: string, staffUuid: string) {
  const member = await findLiveStaff(tx, staffUuid);
  if (!member) throw invalid(fieldError(field, 'UNKNOWN', 'must be a live staff member'));
  return member;
}

/** Throws VALIDATION_FAILED unless the firm, as it is to stand, is the tenant or a partner of it. */
export async function checkFirm(
  tx: Tx,
  firmType: 'TENANT' | 'PARTNER',
  firmEntityUuid: string,
): Promise<void> {
  const known =
    firmType === 'TENANT'
      ? firmEntityUuid.toLowerCase() === tx.tenantUuid
      : await isLivePartner(tx, firmEntityUuid);
  if (known) return;
  const message = firmType === 'TENANT' ? 'must be your own tenant' : 'must be a live partner';
  throw invalid(fieldError('firmEntityUuid', 'UNKNOWN', message));
}

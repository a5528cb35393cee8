import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { visibleTo } from '../auth/visible-households.ts';
import { findLiveStaff } from '../contacts/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { notFound, orNotFound } from '../problems.ts';
import { isVisible, lockHousehold } from './queries.ts';
import type { HouseholdSummaryRow } from './schemas.ts';

/** Throws NOT_FOUND unless the caller sees the household. */
export async function checkVisible(tx: Tx, caller: Caller, householdUuid: string): Promise<void> {
  if (!(await isVisible(tx, visibleTo(tx, caller), householdUuid))) throw notFound('household');
}

/**
 * The household the caller is about to change, locked: whoever changes its members or accounts
 * holds this row first, so that races queue up instead of meeting in a constraint.
 * Throws NOT_FOUND.
 */
export async function findManagedHousehold(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
): Promise<HouseholdSummaryRow> {
  return orNotFound(lockHousehold(tx, visibleTo(tx, caller), householdUuid), 'household');
}

type Manager = Pick<HouseholdSummaryRow, 'relationshipManagerType' | 'relationshipManagerUuid'>;

/**
 * Throws VALIDATION_FAILED unless the relationship manager is a live staff member of the stated
 * category and, for partner staff, of their own partner.
 */
export async function checkManager(tx: Tx, caller: Caller, stated: Manager): Promise<void> {
  const manager = await findLiveStaff(tx, stated.relationshipManagerUuid);
  const fault = (code: string, message: string) =>
    invalid(fieldError('relationshipManagerUuid', code, message));
  if (!manager) throw fault('UNKNOWN', 'must be a live staff member');
  const category = manager.partnerUuid === null ? 'TENANT_STAFF' : 'PARTNER_STAFF';
  if (category !== stated.relationshipManagerType) {
    throw fault('MISMATCH', `is ${category}, not ${stated.relationshipManagerType}`);
  }
  const partner = boundPartner(caller);
  if (partner !== undefined && manager.partnerUuid !== partner) {
    throw fault('NOT_ALLOWED', 'must be staff of your own partner');
  }
}

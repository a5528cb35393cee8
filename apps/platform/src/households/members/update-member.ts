import type { Caller } from '@atrium/kit/auth/caller.ts';
import { invalid } from '@atrium/kit/problem.ts';
import { differing, pickStated } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { watchRecords } from '../../watch-records.ts';
import { findManagedHousehold } from '../household-access.ts';
import { touchHouseholds } from '../queries.ts';
import { rereadMember } from './add-member.ts';
import { mayHaveShare, shareFault } from './plan-members.ts';
import { clearPrimary, updateMemberRow } from './queries.ts';
import type { EnrichedMemberRow, MemberChanges } from './schemas.ts';

/**
 * Changes how a member relates to the household; a new primary takes the mark from the old. Throws
 * VALIDATION_FAILED for a share of what is no owned company.
 */
export async function updateMember(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  memberUuid: string,
  input: MemberChanges,
): Promise<EnrichedMemberRow> {
  await findManagedHousehold(tx, caller, householdUuid);
  const before = await rereadMember(tx, caller, householdUuid, memberUuid);
  const { isPrimary } = input;
  const names = ['relationshipType', 'sharePercent', 'isPrimary'] as const;
  const stated = pickStated(input, names);
  const { relationshipType } = { ...before, ...stated };
  if (!mayHaveShare({ ...stated, relationshipType })) throw invalid(shareFault('sharePercent'));
  // The share goes with the company's being owned.
  const changes = relationshipType === 'OWNED_COMPANY' ? stated : { ...stated, sharePercent: null };
  if (differing(before, { ...before, ...changes }, names).length === 0) return before;
  const watched = await watchRecords(tx, 'HOUSEHOLD', [householdUuid]);
  if (isPrimary && !before.isPrimary) await clearPrimary(tx, householdUuid);
  await updateMemberRow(tx, before.memberUuid, changes);
  await touchHouseholds(tx, [householdUuid]);
  await recordEvent(tx, {
    eventType: 'household.member_updated',
    entityType: 'HOUSEHOLD',
    entityId: householdUuid,
    attributes: { memberUuid: before.memberUuid, isPrimary: String(isPrimary ?? before.isPrimary) },
    changes: (await watched()).get(householdUuid),
  });
  return rereadMember(tx, caller, householdUuid, before.memberUuid);
}

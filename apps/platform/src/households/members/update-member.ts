import type { Caller } from '@atrium/kit/auth/caller.ts';
import { differing, pickStated } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { watchRecords } from '../../watch-records.ts';
import { findManagedHousehold } from '../household-access.ts';
import { touchHouseholds } from '../queries.ts';
import { rereadMember } from './add-member.ts';
import { clearPrimary, updateMemberRow } from './queries.ts';
import type { EnrichedMemberRow, MemberChanges } from './schemas.ts';

/** Changes how a member relates to the household; a new primary takes the mark from the old. */
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
  const names = ['relationshipType', 'isPrimary'] as const;
  const changes = pickStated(input, names);
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

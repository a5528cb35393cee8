import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { checkDeleted, type NotRestored } from '../http/deleted-records.ts';
import { reread } from './create-household.ts';
import { returnMembers } from './members/return-members.ts';
import { lockAnyHousehold, undeleteHousehold } from './queries.ts';
import type { HouseholdRow } from './schemas.ts';

type Restored = HouseholdRow & { notRestored: NotRestored[] };

/**
 * Brings a deleted household back as it was, with its accounts and those of its members who are there.
 * Fails with NOT_DELETED.
 */
export async function restoreHousehold(tx: Tx, householdUuid: string): Promise<Restored> {
  checkDeleted(await lockAnyHousehold(tx, householdUuid), 'household');
  await undeleteHousehold(tx, householdUuid);
  const { count, notRestored } = await returnMembers(tx, householdUuid);
  await recordEvent(tx, {
    eventType: 'household.restored',
    entityType: 'HOUSEHOLD',
    entityId: householdUuid,
    attributes: { memberCount: String(count) },
  });
  return { ...(await reread(tx, householdUuid)), notRestored };
}

import type { Between, Book } from '../book.ts';
import { changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { isAny } from '../kind.ts';
import { recordUpdates } from '../record-updates.ts';

/** Households are handed over by whoever leads them. */
export const householdBook: Book = {
  place: 1,
  counted: 'households',
  table: 'households',
  column: 'household_uuid',
  isOf: (tx, staffUuid) => tx`(relationship_manager_uuid = ${staffUuid} and deleted_at is null)`,
  move: changeLeader,
};

type Led = { householdUuid: string; relationshipManagerType: string };

async function changeLeader(
  tx: Tx,
  uuids: readonly string[],
  { fromUuid, to }: Between,
): Promise<void> {
  const relationshipManagerType = to.partnerUuid === null ? 'TENANT_STAFF' : 'PARTNER_STAFF';
  const before = await tx<Led[]>`
    select household_uuid, relationship_manager_type from households
     where ${isAny(tx, 'household_uuid', uuids)}`;
  await tx`
    update households
       set relationship_manager_uuid = ${to.staffUuid},
           relationship_manager_type = ${relationshipManagerType}
     where ${isAny(tx, 'household_uuid', uuids)}`;
  const after = { relationshipManagerUuid: to.staffUuid, relationshipManagerType };
  const changes = before.map(({ householdUuid, ...was }) => {
    const changed = changesOf({ ...was, relationshipManagerUuid: fromUuid }, after);
    return [householdUuid, changed] as const;
  });
  const event = { eventType: 'household.updated', entityType: 'HOUSEHOLD' } as const;
  await recordUpdates(tx, event, new Map(changes));
}

import { deleteContact } from '../contacts/delete-contact.ts';
import type { Tx } from '../database/transaction.ts';
import { leaveHouseholds } from '../households/members/leave-households.ts';
import { actAs, type Scene, travelTo } from './past.ts';

/** Deletes one member of a household, so that there is somebody to restore. */
export async function deleteDemoContact(tx: Tx, { now, advisers }: Scene): Promise<void> {
  const [member] = await tx<{ contactUuid: string; managerUuid: string }[]>`
    select m.contact_uuid, h.relationship_manager_uuid as manager_uuid
      from household_members m
      join households h on h.tenant_uuid = m.tenant_uuid and h.household_uuid = m.household_uuid
      join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
     where not m.is_primary and c.credentials_initialized_at is null
     order by m.ordinal desc limit 1`;
  const adviser = advisers.find(({ userUuid }) => userUuid === member?.managerUuid);
  if (!member || !adviser) return;
  actAs(tx, adviser);
  await travelTo(tx, now);
  await deleteContact(tx, leaveHouseholds, adviser, member.contactUuid);
}

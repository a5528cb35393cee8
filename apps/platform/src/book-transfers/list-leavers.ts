import type { Tx } from '../database/transaction.ts';
import type { LeaverRow } from './schemas.ts';

/**
 * Returns those of the staff whom the identity provider has no longer and who still have clients, households
 * or meetings to come, who left last first.
 */
export function listLeavers(tx: Tx) {
  return tx<LeaverRow[]>`
    select staff_uuid, display_name, deprovisioned_at, contacts, households, meetings
      from (select s.staff_uuid, s.first_name || ' ' || s.paternal_last_name as display_name,
                   s.deprovisioned_at as left_at,
                   record_time(s.deprovisioned_at) as deprovisioned_at,
                   (select count(*)::int from contacts c
                     where c.contact_manager_entity_uuid = s.staff_uuid and c.deleted_at is null) as contacts,
                   (select count(*)::int from households h
                     where h.relationship_manager_uuid = s.staff_uuid and h.deleted_at is null) as households,
                   (select count(*)::int from meetings m
                     where m.host_uuid = s.staff_uuid and m.status = 'ACTIVE' and m.starts_at > now()
                       and not m.externally_organized and not m.is_personal) as meetings
              from staff_members s
             where s.deprovisioned_at is not null and (s.deleted_at is not null or not s.is_active)) each
     where contacts + households + meetings > 0
     order by left_at desc, staff_uuid`;
}

import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Static } from 'typebox';
import type { Tx } from '../db.ts';
import { notFound } from '../problems.ts';
import { visibleTo } from './contact-access.ts';
import { findContact } from './queries.ts';
import type { Duplicate } from './readiness-schemas.ts';

/**
 * Contacts that may be the same person, those with the most in common first: the same e-mail,
 * phone (E.164), identity number or name, whatever the case, accents, dots and dashes.
 */
export async function listDuplicates(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
): Promise<Static<typeof Duplicate>[]> {
  const visible = visibleTo(tx, caller);
  const [contact, duplicates] = await Promise.all([
    findContact(tx, visible, contactUuid),
    tx<Static<typeof Duplicate>[]>`
      select c.contact_uuid, c.first_name, c.paternal_last_name, c.display_name, c.contact_type,
             c.status, c.contact_manager_entity_uuid as contact_manager_id,
             record_time(c.created_at) as created_at, alike.reasons
        from (select contact_uuid, array_agg(reason order by reason) as reasons,
                     count(*) as shared
                from contacts_alike(${contactUuid}) where contact_uuid <> ${contactUuid}
               group by contact_uuid order by shared desc, contact_uuid offset 0) alike
        cross join lateral (
          select * from contacts c where c.contact_uuid = alike.contact_uuid and ${visible} offset 0) c
       order by alike.shared desc, alike.contact_uuid
       limit 100`,
  ]);
  if (!contact) throw notFound('contact');
  return duplicates;
}

import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import type { PartySets } from '../../meetings/participants/plan-participants.ts';
import { newParty } from '../../meetings/participants/queries.ts';
import type { EventDetails } from '../providers/provider.ts';

type Known = { email: string; kind: 'TENANT_STAFF' | 'PARTNER_STAFF' | 'CONTACT'; uuid: string };

/**
 * Returns the guests of an event as participants: staff and contacts of the tenant by their e-mail,
 * when it is one person's alone, and everybody else as a guest. The host and an organizer elsewhere
 * are not among them.
 */
export async function resolveGuests(
  tx: Tx,
  hostUuid: string,
  { guests, organizer }: EventDetails,
): Promise<Required<PartySets>> {
  const invited = new Map(
    guests
      .filter(({ email }) => plainEmail(email) !== plainEmail(organizer.email))
      .map((guest) => [plainEmail(guest.email), guest]),
  );
  const sets: Required<PartySets> = { contacts: [], staff: [], guests: [] };
  if (invited.size === 0) return sets;
  const known = await findPeople(tx, [...invited.keys()]);
  const seen = new Set([hostUuid]);
  for (const [email, { name }] of invited) {
    const matches = known.filter((each) => each.email === email);
    const [person] = matches;
    if (!person || new Set(matches.map(({ uuid }) => uuid)).size > 1) {
      sets.guests.push(newParty('EXTERNAL', { email, name }));
      continue;
    }
    if (seen.has(person.uuid)) continue;
    seen.add(person.uuid);
    if (person.kind === 'CONTACT')
      sets.contacts.push(newParty('CONTACT', { contactUuid: person.uuid }));
    else sets.staff.push(newParty(person.kind, { staffUuid: person.uuid }));
  }
  return sets;
}

function findPeople(tx: Tx, emails: string[]) {
  return tx<Known[]>`
    select plain_email(s.email) as email, case when s.partner_uuid is null then 'TENANT_STAFF' else 'PARTNER_STAFF' end as kind,
           s.staff_uuid as uuid
      from staff_members s where plain_email(s.email) = any(${emails}) and s.deleted_at is null
    union
    select plain_email(c.email), case when s.partner_uuid is null then 'TENANT_STAFF' else 'PARTNER_STAFF' end, c.user_uuid
      from calendar_connections c
      join staff_members s on s.tenant_uuid = c.tenant_uuid and s.staff_uuid = c.user_uuid
     where plain_email(c.email) = any(${emails}) and c.status = 'CONNECTED' and s.deleted_at is null
    union
    select e.email, 'CONTACT', k.contact_uuid
      from unnest(${emails}::text[]) e (email)
      cross join lateral contacts_like('%' || fold_literal(e.email) || '%') f (contact_uuid)
      join contacts k on k.contact_uuid = f.contact_uuid
     where e.email in (plain_email(k.primary_email), plain_email(k.preferred_email)) and k.deleted_at is null`;
}

import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { notFound } from '../problems.ts';
import { lockContact } from './queries.ts';
import type { ContactRow } from './schemas.ts';

/**
 * Which contacts the caller sees, as a condition on `contacts c`: partner staff those that their
 * partner manages or that belong to it, everybody else all of the tenant.
 */
export function visibleTo(tx: Tx, caller: Caller): Fragment {
  const partner = boundPartner(caller);
  if (partner === undefined) return tx`true`;
  return tx`(
    (c.firm_type = 'PARTNER' and c.firm_entity_uuid = ${partner})
    or exists (
      select from staff_members s
       where s.tenant_uuid = c.tenant_uuid and s.staff_uuid = c.contact_manager_entity_uuid
         and s.partner_uuid = ${partner}))`;
}

/** The contact the caller is about to change, locked. Throws NOT_FOUND. */
export async function findManagedContact(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
): Promise<ContactRow> {
  const contact = await lockContact(tx, visibleTo(tx, caller), contactUuid);
  if (!contact) throw notFound('contact');
  return contact;
}

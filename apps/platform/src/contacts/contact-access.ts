import { boundPartner, type Viewer } from '@atrium/kit/auth/bound-partner.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { notFound, Problem } from '../problems.ts';
import { findMergedInto, lockContact } from './queries.ts';
import type { ContactRow } from './schemas.ts';

/**
 * Returns the contacts that the caller sees, as a condition on `contacts c`: partner staff those that their
 * partner manages or that belong to it, everybody else all of the tenant.
 */
export function visibleTo(tx: Tx, caller: Viewer): Fragment {
  const partner = boundPartner(caller);
  if (partner === undefined) return tx`true`;
  return tx`(
    (c.firm_type = 'PARTNER' and c.firm_entity_uuid = ${partner})
    or exists (
      select from staff_members s
       where s.tenant_uuid = c.tenant_uuid and s.staff_uuid = c.contact_manager_entity_uuid
         and s.partner_uuid = ${partner}))`;
}

/**
 * Returns the 404 of a contact, which names the contact that it was merged into if the caller sees
 * that one.
 */
export async function contactNotFound(
  tx: Tx,
  caller: Viewer,
  contactUuid: string,
): Promise<Problem> {
  const mergedInto = await findMergedInto(tx, visibleTo(tx, caller), contactUuid);
  if (!mergedInto) return notFound('contact');
  return new Problem('NOT_FOUND', 'There is no such contact', { members: { mergedInto } });
}

/** The contact the caller is about to change, locked. Throws NOT_FOUND. */
export async function findManagedContact(
  tx: Tx,
  caller: Viewer,
  contactUuid: string,
): Promise<ContactRow> {
  const contact = await lockContact(tx, visibleTo(tx, caller), contactUuid);
  if (!contact) throw await contactNotFound(tx, caller, contactUuid);
  return contact;
}

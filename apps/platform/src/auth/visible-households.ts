import { boundPartner, type Viewer } from '@atrium/kit/auth/bound-partner.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

/**
 * Returns the households that the viewer sees, as a condition on `households h`: partner staff those whose
 * relationship manager works for their partner, everybody else all of the tenant.
 */
export function visibleTo(tx: Tx, viewer: Viewer): Fragment {
  const partner = boundPartner(viewer);
  if (partner === undefined) return tx`true`;
  return tx`exists (
    select from staff_members s
     where s.tenant_uuid = h.tenant_uuid and s.staff_uuid = h.relationship_manager_uuid
       and s.partner_uuid = ${partner})`;
}

/**
 * Returns the households of a contact (`contacts c`) that the viewer sees, as SQL of their identifiers.
 * Undefined for who sees all of them: the contact's row has them.
 */
export function seenHouseholdsOf(tx: Tx, viewer: Viewer): Fragment | undefined {
  if (boundPartner(viewer) === undefined) return undefined;
  return tx`array(
    select h.household_uuid from households h
     where h.tenant_uuid = c.tenant_uuid and h.household_uuid = any(c.household_uuids)
       and ${visibleTo(tx, viewer)} order by h.household_uuid)`;
}

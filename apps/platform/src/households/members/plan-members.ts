import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { visibleTo } from '../../contacts/contact-access.ts';
import type { Tx } from '../../database/transaction.ts';
import { listKnownContacts, listKnownOrganisations, type Membership } from './queries.ts';
import type { NewMember } from './schemas.ts';

/**
 * Checks who is to join a household and gives each a new membership. `path` is the request's
 * field that holds them, '' when the body itself is the one member. Throws VALIDATION_FAILED for
 * a contact or organisation that is missing, unknown or out of what the caller sees, and for two primaries.
 */
export async function planMembers(
  tx: Tx,
  caller: Caller,
  stated: readonly NewMember[],
  path: string,
): Promise<Membership[]> {
  if (stated.length === 0) return [];
  const wanted = (name: 'contactUuid' | 'organisationUuid') =>
    stated.flatMap((each) => (partyField(each) === name ? (each[name]?.toLowerCase() ?? []) : []));
  const [contacts, organisations] = await Promise.all([
    listKnownContacts(tx, visibleTo(tx, caller), wanted('contactUuid')),
    listKnownOrganisations(tx, wanted('organisationUuid')),
  ]);
  const known = new Set([...contacts, ...organisations]);
  const faults = stated.flatMap((each, at): FieldError[] => {
    const place = path ? `${path}[${at}].` : '';
    const field = `${place}${partyField(each)}`;
    const uuid = each[partyField(each)];
    if (!uuid) return [fieldError(field, 'REQUIRED', `is required of a ${each.memberType}`)];
    if (!known.has(uuid.toLowerCase())) return [fieldError(field, 'UNKNOWN', 'does not exist')];
    if (!mayHaveShare(each)) return [shareFault(`${place}sharePercent`)];
    const second = each.isPrimary && stated.slice(0, at).some((earlier) => earlier.isPrimary);
    const message = 'another member is primary already';
    return second ? [fieldError(`${place}isPrimary`, 'DUPLICATE', message)] : [];
  });
  if (faults.length > 0) throw invalid(...faults);
  return stated.map((each) => {
    const field = partyField(each);
    return {
      memberUuid: randomUUIDv7(),
      memberType: each.memberType,
      contactUuid: null,
      organisationUuid: null,
      [field]: each[field]?.toLowerCase(),
      relationshipType: each.relationshipType ?? null,
      sharePercent: each.sharePercent ?? null,
      isPrimary: each.isPrimary ?? false,
    };
  });
}

type Share = { relationshipType?: string | null; sharePercent?: number | null };

/** Returns whether a member may have the share that it states: companies have one that are owned. */
export const mayHaveShare = ({ relationshipType, sharePercent = null }: Share): boolean =>
  sharePercent === null || relationshipType === 'OWNED_COMPANY';

/** Returns the fault of a share of what is no owned company. */
export const shareFault = (field: string): FieldError =>
  fieldError(field, 'NOT_ALLOWED', 'is of an OWNED_COMPANY only');

function partyField({ memberType }: NewMember): 'contactUuid' | 'organisationUuid' {
  return memberType === 'CONTACT' ? 'contactUuid' : 'organisationUuid';
}

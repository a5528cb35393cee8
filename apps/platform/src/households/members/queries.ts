import type { Fragment } from '@atrium/kit/sql.ts';
import { isFound, toAsked } from '../../database/text-search.ts';
import type { Tx } from '../../database/transaction.ts';
import { tablesNow } from '../household-tables.ts';
import { memberName } from './member-name.ts';
import type { EnrichedMemberRow, MemberChanges, MemberRow } from './schemas.ts';

/** Returns a member's columns; the contact itself only if it meets a condition on `contacts c`. */
const enriched = (tx: Tx, visible: Fragment) => tx`
  m.member_uuid, m.household_uuid, m.member_type, m.contact_uuid, m.organisation_uuid,
  ${memberName(tx)} as display_name, m.relationship_type, m.share_percent, m.is_primary,
  m.removed_at is not null as is_deleted,
  record_time(m.created_at) as created_at, record_time(m.updated_at) as updated_at,
  case when m.member_type = 'CONTACT' and ${visible} then json_build_object(
    'contactUuid', c.contact_uuid, 'firstName', c.first_name, 'middleName', c.middle_name,
    'paternalLastName', c.paternal_last_name, 'maternalLastName', c.maternal_last_name,
    'displayName', c.display_name, 'contactType', c.contact_type, 'status', c.status,
    'preferredEmail', c.preferred_email, 'primaryEmail', c.primary_email,
    'preferredPhoneNumber', c.preferred_phone_number, 'dateOfBirth', c.date_of_birth)
    end as contact,
  case when m.member_type = 'ORGANISATION' then json_build_object(
    'organisationUuid', o.organisation_uuid, 'tenantUuid', o.tenant_uuid, 'name', o.name,
    'legalName', o.legal_name, 'taxId', o.tax_id, 'country', o.country, 'isActive', o.is_active,
    'version', o.version, 'createdAt', record_time(o.created_at), 'updatedAt', record_time(o.updated_at))
    end as organisation`;

const parties = (tx: Tx, members = tablesNow(tx).members) => tx`${members} m
  left join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
  left join organisations o on o.tenant_uuid = m.tenant_uuid and o.organisation_uuid = m.organisation_uuid`;

/** The members to list: those of today, of a day's end, or all there ever were. */
type MemberQuery = { includeDeleted?: boolean; asOf?: string; searchTerm?: string };

/** Returns a household's members with the contact or organisation itself, in the order they joined. */
export function listMembers(
  tx: Tx,
  visible: Fragment,
  householdUuid: string,
  query: MemberQuery = {},
  { members } = tablesNow(tx),
) {
  return tx<EnrichedMemberRow[]>`
    select ${enriched(tx, visible)} from ${parties(tx, members)}
     where m.household_uuid = ${householdUuid} and ${belonging(tx, query)}
       and ${named(tx, visible, query.searchTerm ?? '')}
     order by m.ordinal`;
}

function belonging(tx: Tx, { includeDeleted, asOf }: MemberQuery): Fragment {
  if (asOf === undefined) return includeDeleted ? tx`true` : tx`m.removed_at is null`;
  const end = tx`(${asOf}::date + 1)::timestamp at time zone 'UTC'`;
  return tx`m.created_at < ${end} and (m.removed_at is null or m.removed_at >= ${end})`;
}

/** Finds a contact that the caller does not see by the name in the list only. */
function named(tx: Tx, visible: Fragment, searchTerm: string): Fragment {
  const text = tx`coalesce(o.search_text, case when ${visible} then c.search_text else fold(${memberName(tx)}) end)`;
  return toAsked(searchTerm).reduce(
    (all, each) => tx`${all} and ${isFound(tx, text, each)}`,
    tx`true`,
  );
}

export async function findMember(
  tx: Tx,
  visible: Fragment,
  householdUuid: string,
  memberUuid: string,
) {
  const [member] = await tx<EnrichedMemberRow[]>`
    select ${enriched(tx, visible)} from ${parties(tx)}
     where m.household_uuid = ${householdUuid} and m.member_uuid = ${memberUuid}
       and m.removed_at is null`;
  return member;
}

/** A membership as the write verbs see it. */
export type Membership = Pick<
  MemberRow,
  | 'memberUuid'
  | 'memberType'
  | 'contactUuid'
  | 'organisationUuid'
  | 'relationshipType'
  | 'sharePercent'
  | 'isPrimary'
>;

/** Returns a household's present memberships; the household must be locked. */
export function listMemberships(tx: Tx, householdUuid: string) {
  return tx<Membership[]>`
    select member_uuid, member_type, contact_uuid, organisation_uuid, relationship_type, share_percent,
           is_primary
      from household_members
     where household_uuid = ${householdUuid} and removed_at is null order by ordinal`;
}

export async function insertMembers(
  tx: Tx,
  householdUuid: string,
  members: readonly Membership[],
): Promise<void> {
  const { tenantUuid } = tx;
  const rows = members.map((member) => ({ tenantUuid, householdUuid, ...member }));
  await tx`insert into household_members ${tx(rows)}`;
}

/** Ends memberships; whoever was primary is so no more. After a deletion they may return. */
export async function endMembers(
  tx: Tx,
  householdUuid: string,
  members: readonly Membership[],
  { byDeletion = false } = {},
): Promise<void> {
  await lockContacts(tx, members);
  const memberUuids = members.map((member) => member.memberUuid);
  await tx`
    update household_members
       set removed_at = change_time(), is_primary = false, was_primary = is_primary,
           ended_by_deletion = ${byDeletion}
     where household_uuid = ${householdUuid} and member_uuid = any(${memberUuids})`;
}

/**
 * Locks the contacts whose memberships are about to change, since their rows carry them. After the
 * household, before the memberships and in one order: so nobody waits in a circle.
 */
export async function lockContacts(
  tx: Tx,
  members: readonly { contactUuid?: string | null }[],
): Promise<void> {
  const uuids = members.flatMap(({ contactUuid }) => contactUuid ?? []);
  if (uuids.length === 0) return;
  await tx`
    select from contacts where contact_uuid = any(${uuids})
     order by contact_uuid for no key update`;
}

/** Takes the primary mark from whoever has it. */
export async function clearPrimary(tx: Tx, householdUuid: string): Promise<void> {
  await tx`
    update household_members set is_primary = false
     where household_uuid = ${householdUuid} and is_primary and removed_at is null`;
}

export async function updateMemberRow(
  tx: Tx,
  memberUuid: string,
  changes: MemberChanges,
): Promise<void> {
  await tx`update household_members set ${tx(changes)} where member_uuid = ${memberUuid}`;
}

/** Locks and returns those of the given contacts that are live and meet a condition on `contacts c`. */
export async function listKnownContacts(tx: Tx, visible: Fragment, uuids: string[]) {
  const rows = await tx<{ contactUuid: string }[]>`
    select c.contact_uuid from contacts c
     where c.contact_uuid = any(${uuids}) and num_nulls(c.deleted_at) = 1 and ${visible}
     order by c.contact_uuid for no key update of c`;
  return rows.map((row) => row.contactUuid);
}

/** Returns those of the given organisations that are live. */
export async function listKnownOrganisations(tx: Tx, uuids: string[]) {
  const rows = await tx<{ organisationUuid: string }[]>`
    select organisation_uuid from organisations
     where organisation_uuid = any(${uuids}) and num_nulls(deleted_at) = 1`;
  return rows.map((row) => row.organisationUuid);
}

/** Locks the organisations that are about to join, against being deleted meanwhile. */
export async function lockOrganisations(
  tx: Tx,
  members: readonly { organisationUuid?: string | null }[],
): Promise<void> {
  const uuids = members.flatMap(({ organisationUuid }) => organisationUuid ?? []);
  if (uuids.length === 0) return;
  await tx`
    select from organisations where organisation_uuid = any(${uuids})
     order by organisation_uuid for share`;
}

/** A membership that ended by a deletion, and what is alive of its two sides. */
export type ToReturn = Membership & {
  householdUuid: string;
  wasPrimary: boolean;
  householdIsLive: boolean;
  partyIsLive: boolean;
};

/**
 * Returns the memberships, of a household or of a party, that ended by a deletion and that no later
 * one followed. Of several who were primary in a household, the last one counts.
 */
export function listToReturn(
  tx: Tx,
  of: { householdUuid: string } | { contactUuid: string } | { organisationUuid: string },
) {
  const isOf =
    'householdUuid' in of
      ? tx`m.household_uuid = ${of.householdUuid}`
      : 'contactUuid' in of
        ? tx`m.contact_uuid = ${of.contactUuid}`
        : tx`m.organisation_uuid = ${of.organisationUuid}`;
  return tx<ToReturn[]>`
    select m.household_uuid, m.member_uuid, m.member_type, m.contact_uuid, m.organisation_uuid,
           m.relationship_type, m.share_percent, false as is_primary,
           m.was_primary and not exists (
             select from household_members later
              where later.tenant_uuid = m.tenant_uuid and later.household_uuid = m.household_uuid
                and later.was_primary and later.ended_by_deletion
                and later.removed_at > m.removed_at) as was_primary,
           h.deleted_at is null as household_is_live,
           coalesce(c.deleted_at, o.deleted_at) is null as party_is_live
      from household_members m
      join households h on h.tenant_uuid = m.tenant_uuid and h.household_uuid = m.household_uuid
      left join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
      left join organisations o
        on o.tenant_uuid = m.tenant_uuid and o.organisation_uuid = m.organisation_uuid
     where ${isOf} and m.ended_by_deletion
       and not exists (
         select from household_members later
          where later.tenant_uuid = m.tenant_uuid and later.household_uuid = m.household_uuid
            and coalesce(later.contact_uuid, later.organisation_uuid)
                = coalesce(m.contact_uuid, m.organisation_uuid)
            and later.ordinal > m.ordinal)
     order by m.ordinal`;
}

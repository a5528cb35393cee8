import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Comparison } from '../filter.ts';

/** A group of the provider with its live members. */
export type GroupRow = {
  groupUuid: string;
  displayName: string;
  externalId: string | null;
  members: { value: string; display: string }[];
  createdAt: string;
  updatedAt: string;
};

/** The attributes by which groups are looked up. */
export const groupFilters = ['displayName', 'externalId', 'id', 'members', 'members.value'];

const columns = (tx: Tx) => tx`
  g.group_uuid, g.display_name, g.external_id,
  record_time(g.created_at) as created_at, record_time(g.updated_at) as updated_at`;

/** What a list leaves out is not read. */
type Reading = { withMembers: boolean };

const members = (tx: Tx, { withMembers }: Reading): Fragment =>
  withMembers
    ? tx`(select coalesce(json_agg(json_build_object(
                   'value', s.staff_uuid, 'display', s.first_name || ' ' || s.paternal_last_name)
                   order by s.staff_uuid), '[]')
            from group_members m join staff_members s using (tenant_uuid, staff_uuid)
           where m.tenant_uuid = g.tenant_uuid and m.group_uuid = g.group_uuid
             and s.deleted_at is null) as members`
    : tx`'[]'::json as members`;

/** Returns some of the groups that a filter finds, the eldest first, and how many there are. */
export async function listGroups(
  tx: Tx,
  filter: readonly Comparison[],
  { skip, take, ...reading }: { skip: number; take: number } & Reading,
) {
  const found = filter.reduce((all, each) => tx`${all} and ${meets(tx, each)}`, tx`true`);
  const [{ total }] = await tx<[{ total: number }]>`
    select count(*)::int as total from groups g where ${found}`;
  const groups = await tx<GroupRow[]>`
    select ${columns(tx)}, ${members(tx, reading)} from groups g where ${found}
     order by g.created_at, g.group_uuid limit ${take} offset ${skip}`;
  return { groups, total };
}

function meets(tx: Tx, { attribute, value }: Comparison): Fragment {
  switch (attribute) {
    case 'displayname':
      return tx`lower(g.display_name) = lower(${value})`;
    case 'externalid':
      return tx`g.external_id = ${value}`;
    case 'id':
      return tx`g.group_uuid::text = ${value.toLowerCase()}`;
    default:
      return tx`exists (
        select from group_members m
         where m.tenant_uuid = g.tenant_uuid and m.group_uuid = g.group_uuid
           and m.staff_uuid::text = ${value.toLowerCase()})`;
  }
}

export async function findGroup(tx: Tx, groupUuid: string, reading = { withMembers: true }) {
  const [group] = await tx<GroupRow[]>`
    select ${columns(tx)}, ${members(tx, reading)} from groups g where g.group_uuid = ${groupUuid}`;
  return group;
}

/** Finds a group and locks it until the transaction ends. */
export async function lockGroup(tx: Tx, groupUuid: string) {
  await tx`select from groups where group_uuid = ${groupUuid} for update`;
  return findGroup(tx, groupUuid);
}

type Named = { groupUuid: string; displayName: string; externalId: string | null };

/** Inserts a group. Fails with GROUP_NAME_TAKEN. */
export async function insertGroup(tx: Tx, { groupUuid, displayName, externalId }: Named) {
  await tx`
    insert into groups (tenant_uuid, group_uuid, display_name, external_id)
    values (${tx.tenantUuid}, ${groupUuid}, ${displayName}, ${externalId})`;
}

/** Changes a group. Fails with GROUP_NAME_TAKEN. */
export async function updateGroupRow(tx: Tx, { groupUuid, displayName, externalId }: Named) {
  await tx`
    update groups set display_name = ${displayName}, external_id = ${externalId}, updated_at = change_time()
     where group_uuid = ${groupUuid}`;
}

export async function deleteGroupRow(tx: Tx, groupUuid: string): Promise<void> {
  await tx`delete from groups where group_uuid = ${groupUuid}`;
}

/** Adds members to a group. Returns whether all of them are live staff. */
export async function addMembers(tx: Tx, groupUuid: string, staffUuids: readonly string[]) {
  const { count } = await tx`
    insert into group_members (tenant_uuid, group_uuid, staff_uuid)
    select tenant_uuid, ${groupUuid}, staff_uuid from staff_members
     where staff_uuid::text = any(${[...staffUuids]}) and deleted_at is null`;
  return count === staffUuids.length;
}

export async function removeMembers(tx: Tx, groupUuid: string, staffUuids: readonly string[]) {
  await tx`
    delete from group_members
     where group_uuid = ${groupUuid} and staff_uuid = any(${[...staffUuids]}::uuid[])`;
}

/** Somebody whose type is no longer that of the groups. */
export type Changing = {
  staffUuid: string;
  isGiven: boolean;
  staffTypeWithoutGroups: string | null;
};

/**
 * Returns those of some staff whom groups of these names or external ids make administrators and who are none,
 * and those whom only groups had made administrators and no longer do. A partner's staff are left out:
 * their roles are the partner's.
 */
export function listChanging(
  tx: Tx,
  staffUuids: readonly string[],
  adminGroups: readonly string[],
) {
  const names = adminGroups.map((name) => name.toLowerCase());
  return tx<Changing[]>`
    select staff_uuid, is_given, staff_type_without_groups
      from (select s.*, exists (
                     select from group_members m join groups g using (tenant_uuid, group_uuid)
                      where m.tenant_uuid = s.tenant_uuid and m.staff_uuid = s.staff_uuid
                        and (lower(g.display_name) = any(${names}) or lower(g.external_id) = any(${names})))
                   as is_given
              from staff_members s
             where s.staff_uuid = any(${[...staffUuids]}::uuid[]) and s.deleted_at is null
               and s.partner_uuid is null) each
     where case when is_given then staff_type <> 'ADMIN'
                else staff_type = 'ADMIN' and staff_type_without_groups is not null end
     order by staff_uuid`;
}

/** Returns the staff who are in a group or whom groups made administrators. */
export async function listConcerned(tx: Tx): Promise<string[]> {
  const rows = await tx<{ staffUuid: string }[]>`
    select staff_uuid from group_members
     union select staff_uuid from staff_members where staff_type_without_groups is not null`;
  return rows.map(({ staffUuid }) => staffUuid);
}

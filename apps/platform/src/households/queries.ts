import type { Columns, Fragment } from '@atrium/kit/sql.ts';
import { differs } from '../database/differs.ts';
import { pattern, tellingPart, toWords } from '../database/text-search.ts';
import type { Tx } from '../database/transaction.ts';
import { type FilterValuesRequest, fetchFilterValues } from '../lists/filter-values.ts';
import type { ListQuery } from '../lists/page.ts';
import { selectList } from '../lists/record-fields.ts';
import { exportedTable, householdFields, householdTable } from './fields.ts';
import { atAGlance, type HouseholdGlanceRow, householdsWithMeetings } from './household-glance.ts';
import type { HouseholdTables } from './household-tables.ts';
import { memberName } from './members/member-name.ts';
import type { HouseholdRow, HouseholdSummaryRow } from './schemas.ts';

const columns = (tx: Tx) => tx`${tx.unsafe(selectList(householdTable, 'h'))}`;

/** Selects the members of a household `h`. */
export const membersOf = (tx: Tx) => tx`(
  select coalesce(json_agg(json_build_object(
           'memberUuid', m.member_uuid, 'householdUuid', m.household_uuid,
           'memberType', m.member_type, 'contactUuid', m.contact_uuid,
           'organisationUuid', m.organisation_uuid, 'displayName', ${memberName(tx)},
           'relationshipType', m.relationship_type, 'sharePercent', m.share_percent, 'isPrimary', m.is_primary,
           'isDeleted', false, 'createdAt', record_time(m.created_at),
           'updatedAt', record_time(m.updated_at)) order by m.ordinal), '[]')
    from household_members m
    left join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
    left join organisations o on o.tenant_uuid = m.tenant_uuid and o.organisation_uuid = m.organisation_uuid
   where m.tenant_uuid = h.tenant_uuid and m.household_uuid = h.household_uuid
     and m.removed_at is null)`;

const live = (tx: Tx, where: Fragment) => tx`h.deleted_at is null and ${where}`;

/** Returns the condition that leaves inactive households out unless they are asked for. */
export const shown = (tx: Tx, includeInactive = false): Fragment =>
  includeInactive ? tx`true` : tx`h.is_active`;

/**
 * Returns the list of households that meet a condition on `households h`, by name: live ones unless
 * it is asked for deleted ones too.
 */
export function householdsList(
  tx: Tx,
  where: Fragment,
  { includeDeleted = false }: { includeDeleted?: boolean | undefined } = {},
): ListQuery {
  return {
    select: columns(tx),
    from: householdsWithMeetings(tx),
    where: includeDeleted ? where : live(tx, where),
    fields: householdFields,
    key: 'h.household_uuid',
    keysFirst: true,
    defaultSort: ['name,asc'],
  };
}

/** Returns all live households that meet a condition on `households h`, by name, up to a limit. */
export function listAllHouseholds(tx: Tx, where: Fragment, limit: number) {
  return tx<HouseholdSummaryRow[]>`
    select ${columns(tx)} from households h where ${live(tx, where)}
     order by h.name_key, h.household_uuid limit ${limit}`;
}

/** Returns live households that meet a condition, in the order of their UUIDs, from after a given one. */
export function listHouseholdsAfter(
  tx: Tx,
  where: Fragment,
  { after, limit, isWhole }: { after: string; limit: number; isWhole: boolean },
) {
  const list = householdsList(tx, where);
  const { select } = isWhole
    ? atAGlance(tx, list)
    : { select: tx`${tx.unsafe(selectList(exportedTable, 'h'))}` };
  return tx<HouseholdGlanceRow[]>`
    select ${select} from ${householdsWithMeetings(tx)}
     where h.household_uuid > ${after} and num_nulls(h.deleted_at) = 1 and ${where}
     order by h.household_uuid limit ${limit}`;
}

/** Returns the values of a field over the live households that meet a condition. */
export function listHouseholdValues(tx: Tx, where: Fragment, request: FilterValuesRequest) {
  const list = {
    from: householdsWithMeetings(tx),
    where: live(tx, where),
    fields: householdFields,
  };
  return fetchFilterValues(tx, list, request);
}

/** Returns the condition that every word of a search occurs in a household's name. */
export function matches(tx: Tx, searchTerm: string): Fragment {
  const words = toWords(searchTerm);
  const telling = tellingPart(words);
  return words.reduce<Fragment>(
    (all, word) => tx`${all} and h.name_key like ${pattern(tx, word)}`,
    telling === undefined
      ? tx`true`
      : tx`h.household_uuid in (select households_like(${pattern(tx, telling)}))`,
  );
}

// Worded so that only the primary key's index fits, as in the contacts' queries.
const isLive = (tx: Tx, householdUuid: string) =>
  tx`h.household_uuid = ${householdUuid} and num_nulls(h.deleted_at) = 1`;

export async function findHousehold(tx: Tx, visible: Fragment, householdUuid: string) {
  const [household] = await tx<HouseholdRow[]>`
    select ${columns(tx)}, ${membersOf(tx)} as members from households h
     where ${isLive(tx, householdUuid)} and ${visible}`;
  return household;
}

/** Finds a live household that meets a condition, as it was; undefined when it was not there then. */
export async function findHouseholdAt(
  tx: Tx,
  visible: Fragment,
  householdUuid: string,
  { households }: HouseholdTables,
) {
  if (!(await isVisible(tx, visible, householdUuid))) return undefined;
  const [household] = await tx<HouseholdSummaryRow[]>`
    select ${columns(tx)} from ${households} h where h.deleted_at is null`;
  return household;
}

/** Returns whether there is a live household that meets a condition. */
export async function isVisible(tx: Tx, visible: Fragment, householdUuid: string) {
  const rows = await tx`select from households h where ${isLive(tx, householdUuid)} and ${visible}`;
  return rows.length > 0;
}

/** Finds a household and locks the row until the transaction ends. */
export async function lockHousehold(tx: Tx, visible: Fragment, householdUuid: string) {
  const [locked] = await tx`
    select from households h where ${isLive(tx, householdUuid)} and ${visible} for update of h`;
  if (!locked) return undefined;
  // Read after the lock is held: what the others who held it did counts.
  const [household] = await tx<HouseholdSummaryRow[]>`
    select ${columns(tx)} from households h where h.household_uuid = ${householdUuid}`;
  return household;
}

/** Locks households, in one order, until the transaction ends. */
export async function lockHouseholds(tx: Tx, householdUuids: readonly string[]): Promise<void> {
  if (householdUuids.length === 0) return;
  await tx`
    select from households where household_uuid = any(${[...householdUuids]})
     order by household_uuid for update`;
}

/** Columns of `households` with what is written to them. */
type HouseholdColumns = Columns;

export async function insertHousehold(
  tx: Tx,
  householdUuid: string,
  values: HouseholdColumns,
): Promise<void> {
  await tx`insert into households ${tx({ tenantUuid: tx.tenantUuid, householdUuid, ...values })}`;
}

/** Changes a household's columns. Returns whether any had another value. */
export async function updateHouseholdRow(
  tx: Tx,
  householdUuid: string,
  changes: HouseholdColumns,
): Promise<boolean> {
  if (Object.keys(changes).length === 0) return false;
  const { count } = await tx`
    update households set ${tx(changes)}
     where household_uuid = ${householdUuid} and ${differs(tx, changes)}`;
  return count > 0;
}

/** Marks households as changed now: what is changed of their members or accounts is their change. */
export async function touchHouseholds(tx: Tx, householdUuids: readonly string[]): Promise<void> {
  await tx`
    update households set version = version + 1
     where household_uuid = any(${[...householdUuids]})`;
}

export async function softDeleteHousehold(tx: Tx, householdUuid: string): Promise<void> {
  await tx`
    update households set deleted_at = change_time() where household_uuid = ${householdUuid}`;
}

/** Locks a household, deleted or not; undefined when there is none. */
export async function lockAnyHousehold(tx: Tx, householdUuid: string) {
  const [found] = await tx<{ isDeleted: boolean }[]>`
    select deleted_at is not null as is_deleted from households
     where household_uuid = ${householdUuid} for update`;
  return found;
}

export async function undeleteHousehold(tx: Tx, householdUuid: string): Promise<void> {
  await tx`update households set deleted_at = null where household_uuid = ${householdUuid}`;
}

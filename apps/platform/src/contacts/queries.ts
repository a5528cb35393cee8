import type { Columns, Fragment } from '@atrium/kit/sql.ts';
import { isBlank } from '@atrium/kit/texts/folding.ts';
import { differs } from '../database/differs.ts';
import { type Asked, isFound, pattern, tellingParts, toAsked } from '../database/text-search.ts';
import type { Tx } from '../database/transaction.ts';
import { fetchPage, type Totals } from '../lists/fetch-page.ts';
import { type FilterValuesRequest, fetchFilterValues } from '../lists/filter-values.ts';
import type { ListQuery, PageRequest } from '../lists/page.ts';
import { selectList } from '../lists/record-fields.ts';
import { contactFields, contactTable } from './fields.ts';
import {
  type AssessedContact,
  assessedColumns,
  type ContactWithReadiness,
  contactsWithReadiness,
  readinessColumns,
  todayUtc,
  withRelated,
} from './readiness/readiness-list.ts';
import type { ContactRow } from './schemas.ts';

const { householdUuids: _, ...ownFields } = contactTable;
const fields = selectList(ownFields, 'c');

/** Returns a contact's columns, with all its households or those that `households` says. */
const columns = (tx: Tx, households?: Fragment): Fragment =>
  tx`${tx.unsafe(fields)}, ${households ?? tx`c.household_uuids`} as "householdUuids"`;

/**
 * Returns the list of contacts that meet a condition on `contacts c` and a search, the newest first:
 * live ones unless it is asked for deleted ones too.
 * `households` is the SQL of the households that it shows, where those are not all.
 */
export function contactsList(
  tx: Tx,
  where: Fragment,
  searchTerm = '',
  households?: Fragment,
  { includeDeleted = false }: { includeDeleted?: boolean | undefined } = {},
): ListQuery {
  // One that was merged into another lives on in that one.
  const live = includeDeleted
    ? tx`c.erased_at is null and c.merged_into is null`
    : tx`c.deleted_at is null`;
  const words = has(tx, toAsked(searchTerm));
  // The index of texts has live contacts only.
  const found = includeDeleted ? words : matches(tx, searchTerm);
  return {
    select: columns(tx, households),
    from: contactsWithReadiness(tx, todayUtc()),
    where: tx`${live} and ${where} and ${found}`,
    fields: contactFields,
    key: 'c.contact_uuid',
    keysFirst: true,
    isSearch: !isBlank(searchTerm),
    whereMany: tx`${live} and ${where} and ${words}`,
    defaultSort: ['createdAt,desc'],
  };
}

/** Reads a page of a list of contacts with the readiness of each on a day by UTC. */
export async function fetchWithReadiness(
  tx: Tx,
  list: ListQuery,
  page: PageRequest,
  { totals, today = todayUtc() }: { totals?: Totals | undefined; today?: string } = {},
) {
  const select = tx`${list.select}, ${readinessColumns(tx)}`;
  const from = contactsWithReadiness(tx, today);
  const found = await fetchPage<ContactWithReadiness>(tx, { ...list, select, from }, page, totals);
  return { ...found, content: await withRelated(tx, found.content) };
}

/** What is worked out of a contact beside its fields, as columns of contactsWithReadiness. */
export const workedOut: Readonly<Record<string, string>> = {
  readinessStatus: 'r.readiness_status',
  readinessMissing: 'c.missing_count',
  documentExpiresOn: 'r.document_expires_on',
  lastMailState: 'r.last_mail_state',
};

/** A contact with what else is asked for of it. */
export type ExportedContact = ContactRow & Record<string, unknown>;

type After = {
  after: string;
  limit: number;
  households?: Fragment | undefined;
  more?: readonly string[];
};

/** Live contacts that meet a condition, in the order of their UUIDs, from after a given one. */
export function listContactsAfter(
  tx: Tx,
  where: Fragment,
  { after, limit, households, more = [] }: After,
) {
  const others = Object.keys(workedOut).filter((name) => more.includes(name));
  const beside = others.map((name) => `, ${workedOut[name]} as "${name}"`).join('');
  return tx<ExportedContact[]>`
    select ${columns(tx, households)}${tx.unsafe(beside)} from ${contactsWithReadiness(tx, todayUtc())}
     where c.contact_uuid > ${after} and num_nulls(c.deleted_at) = 1 and ${where}
     order by c.contact_uuid limit ${limit}`;
}

/** Returns the values of a field over the live contacts that the caller sees. */
export function listContactValues(tx: Tx, visible: Fragment, request: FilterValuesRequest) {
  const where = tx`c.deleted_at is null and ${visible}`;
  return fetchFilterValues(
    tx,
    { from: contactsWithReadiness(tx, todayUtc()), where, fields: contactFields },
    request,
  );
}

/** Returns the condition that every word of a search occurs in a contact's names, e-mails or numbers. */
export function matches(tx: Tx, searchTerm: string): Fragment {
  const asked = toAsked(searchTerm);
  const [part, other] = tellingParts(asked);
  if (part === undefined) return has(tx, asked);
  const others = asked.filter(({ words, plain }) => plain !== undefined || words[0] !== part);
  const like = (each: string) => tx`select contacts_like(${pattern(tx, each)})`;
  const candidates = other === undefined ? like(part) : tx`${like(part)} union ${like(other)}`;
  return tx`c.contact_uuid in (${candidates}) and ${has(tx, others)}`;
}

/**
 * Returns the same condition, evaluated on each contact. Worded so that the planner takes it to be true of many: by
 * its guess at a pattern it would look at all contacts first, and sort what it found.
 */
const has = (tx: Tx, asked: readonly Asked[]) =>
  asked.reduce<Fragment>(
    (all, each) => tx`${all} and coalesce(${isFound(tx, tx`c.search_text`, each)}, false)`,
    tx`true`,
  );

/**
 * The one live contact of a key. Worded so that only the primary key's index fits: before a table
 * is analysed, any partial index over live rows looks as good and would be read from end to end.
 */
const isLive = (tx: Tx, contactUuid: string) =>
  tx`c.contact_uuid = ${contactUuid} and num_nulls(c.deleted_at) = 1`;

/** Returns the query of one live contact. */
export function selectContact(
  tx: Tx,
  visible: Fragment,
  contactUuid: string,
  households?: Fragment,
) {
  return tx<ContactRow[]>`
    select ${columns(tx, households)} from contacts c
     where ${isLive(tx, contactUuid)} and ${visible}`;
}

export async function findContact(
  tx: Tx,
  visible: Fragment,
  contactUuid: string,
  households?: Fragment,
) {
  const [contact] = await selectContact(tx, visible, contactUuid, households);
  return contact;
}

/** Finds a contact with its readiness on a day, as the list has it, and with what that follows from. */
export async function findAssessedContact(
  tx: Tx,
  visible: Fragment,
  contactUuid: string,
  today: string,
) {
  const found = await tx<AssessedContact[]>`
    select ${columns(tx)}, ${readinessColumns(tx)}, ${assessedColumns(tx)} from ${contactsWithReadiness(tx, today)}
     where ${isLive(tx, contactUuid)} and ${visible}`;
  const [contact] = await withRelated(tx, found);
  return contact;
}

/** Finds a contact and locks the row until the transaction ends. */
export async function lockContact(tx: Tx, visible: Fragment, contactUuid: string) {
  const [contact] = await tx<ContactRow[]>`
    select ${columns(tx)} from contacts c
     where ${isLive(tx, contactUuid)} and ${visible}
       for update of c`;
  return contact;
}

/** Finds the contact, one that meets a condition on `contacts c`, that another was merged into. */
export async function findMergedInto(tx: Tx, visible: Fragment, contactUuid: string) {
  const [found] = await tx<{ contactUuid: string }[]>`
    select c.contact_uuid
      from contacts other join contacts c
        on c.tenant_uuid = other.tenant_uuid and c.contact_uuid = other.merged_into
     where other.contact_uuid = ${contactUuid} and other.erased_at is null and ${visible}`;
  return found?.contactUuid;
}

/** Finds which of some contacts are there, whoever may see them, or another that they were merged into. */
export function findExisting(tx: Tx, contactUuids: readonly string[]) {
  return tx<{ named: string; contactUuid: string; isMerged: boolean }[]>`
    select named.contact_uuid as named, c.contact_uuid, c.contact_uuid <> named.contact_uuid as is_merged
      from contacts named join contacts c
        on c.tenant_uuid = named.tenant_uuid
       and c.contact_uuid = coalesce(named.merged_into, named.contact_uuid)
     where named.contact_uuid = any(${[...contactUuids]}::uuid[]) and named.erased_at is null
       and num_nulls(c.deleted_at) = 1`;
}

/** Columns of `contacts` with what is written to them. */
type ContactColumns = Columns;

/** Inserts a contact and answers it. */
export async function insertContact(tx: Tx, row: ContactColumns): Promise<ContactRow> {
  const [contact] = await tx<[ContactRow]>`
    with c as (insert into contacts ${tx(row)} returning *) select ${columns(tx)} from c`;
  return contact;
}

/** Changes a contact's columns. Returns whether any had another value. */
export async function updateContactRow(
  tx: Tx,
  contactUuid: string,
  changes: ContactColumns,
): Promise<boolean> {
  if (Object.keys(changes).length === 0) return false;
  const { count } = await tx`
    update contacts set ${tx(changes)}
     where contact_uuid = ${contactUuid} and ${differs(tx, changes)}`;
  return count > 0;
}

/** Records that the contact has a login; the first time stays. */
export async function markCredentials(tx: Tx, contactUuid: string): Promise<string> {
  const [row] = await tx<[{ at: string }]>`
    update contacts set credentials_initialized_at = coalesce(credentials_initialized_at, change_time())
     where contact_uuid = ${contactUuid}
    returning record_time(credentials_initialized_at) as at`;
  return row.at;
}

export async function softDeleteContact(tx: Tx, contactUuid: string): Promise<void> {
  await tx`update contacts set deleted_at = change_time() where contact_uuid = ${contactUuid}`;
}

/** Locks a contact, deleted or not; undefined when there is none. Whoever is gone cannot come back. */
export async function lockAnyContact(tx: Tx, contactUuid: string) {
  const [found] = await tx<{ isDeleted: boolean; isGone: boolean; hadLogin: boolean }[]>`
    select deleted_at is not null as is_deleted, credentials_initialized_at is not null as had_login,
           num_nonnulls(merged_into, erased_at) > 0 as is_gone
      from contacts where contact_uuid = ${contactUuid} for update`;
  return found;
}

/** Brings a deleted contact back; the login that it had is gone. */
export async function undeleteContact(tx: Tx, contactUuid: string): Promise<void> {
  await tx`
    update contacts set deleted_at = null, credentials_initialized_at = null
     where contact_uuid = ${contactUuid}`;
}

/** Holds a staff member with the partner that employs them; null where that is the firm itself. */
export type StaffRow = { staffUuid: string; partnerUuid: string | null };

/** Finds a staff member, who may be deleted. */
export async function findStaff(tx: Tx, staffUuid: string) {
  const [member] = await tx<(StaffRow & { isLive: boolean })[]>`
    select staff_uuid, partner_uuid, deleted_at is null as is_live from staff_members
     where staff_uuid = ${staffUuid}`;
  return member;
}

/** Finds a staff member who is not deleted. */
export async function findLiveStaff(tx: Tx, staffUuid: string): Promise<StaffRow | undefined> {
  const member = await findStaff(tx, staffUuid);
  return member?.isLive ? member : undefined;
}

export async function isLivePartner(tx: Tx, partnerUuid: string): Promise<boolean> {
  const rows = await tx`
    select from partners where partner_uuid = ${partnerUuid} and deleted_at is null`;
  return rows.length > 0;
}

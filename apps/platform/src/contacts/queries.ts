import { type FilterValuesRequest, fetchFilterValues } from '@atrium/kit/lists/filter-values.ts';
import type { ListQuery } from '@atrium/kit/lists/page.ts';
import postgres, { type Fragment, type JSONValue } from 'postgres';
import type { Tx } from '../database/db.ts';
import { remembered } from '../database/remembered.ts';
import { pattern, tellingPart, toWords } from '../database/text-search.ts';
import { type EventRow, partnerAttribute } from '../events.ts';
import type { ContactColumns } from './contact-columns.ts';
import { contactFields } from './contact-fields.ts';
import type { NewContactRow } from './create-contact.ts';
import { Contact, type ContactRow } from './schemas.ts';

/** Fields whose columns are called otherwise, or that are not answered as they are stored. */
const differing: Record<string, string> = {
  firmId: 'c.tenant_uuid',
  contactManagerId: 'c.contact_manager_entity_uuid',
  contactManagerFirmType: 'c.contact_manager_type',
  relatedToPEP: 'c.related_to_pep',
  credentialsInitializedAt: "date_trunc('second', c.credentials_initialized_at at time zone 'UTC')",
  createdAt: "date_trunc('second', c.created_at at time zone 'UTC')",
  updatedAt: "date_trunc('second', c.updated_at at time zone 'UTC')",
};

const { householdUuids: _, ...properties } = Contact.properties;
const fields = Object.keys(properties)
  .map((name) => `${differing[name] ?? `c.${postgres.fromCamel(name)}`} as "${name}"`)
  .join();

/** A contact's columns, with all its households or those that `households` says. */
const columns = (tx: Tx, households?: Fragment): Fragment =>
  tx`${tx.unsafe(fields)}, ${households ?? tx`c.household_uuids`} as "householdUuids"`;

/** A contact as JSON: of a page of them the database writes it in a third of what reading it here takes. */
const json = (tx: Tx, households?: Fragment) => ({
  json: tx`(select row_to_json(answered)::text from (select ${columns(tx, households)}) answered)`,
  // A row has no two states by the same transaction that anybody else ever sees.
  version: tx`(c.contact_uuid::text || c.xmin::text)`,
});

/**
 * Which contacts a list has: a condition on `contacts c`, words to find, what both depend on, and
 * which of their households it shows where those are not all.
 */
export type ContactsQuery = {
  where: Fragment;
  searchTerm?: string;
  about?: readonly unknown[];
  households?: Fragment | undefined;
};

/**
 * The list of live contacts, the newest first. Nothing is remembered of it without `about`, nor where
 * other rows than the contacts' own decide what is shown of them.
 */
export function contactsList(tx: Tx, query: ContactsQuery): ListQuery {
  const { where, searchTerm = '', about, households } = query;
  const words = toWords(searchTerm);
  return {
    entered: tx.entered,
    select: json(tx, households),
    from: tx`contacts c`,
    where: tx`c.deleted_at is null and ${where}`,
    fields: contactFields,
    key: 'c.contact_uuid',
    keysFirst: true,
    defaultSort: ['createdAt,desc'],
    search:
      words.length > 0 ? { indexed: matches(tx, searchTerm), compared: has(tx, words) } : undefined,
    memory: households ? undefined : about && remembered(tx, 'CONTACT', [...about, words]),
  };
}

/** Live contacts that meet a condition, in the order of their UUIDs, from after a given one. */
export function listContactsAfter(
  tx: Tx,
  where: Fragment,
  { after, limit, households }: { after: string; limit: number; households?: Fragment | undefined },
) {
  return tx<ContactRow[]>`
    select ${columns(tx, households)} from contacts c
     where c.contact_uuid > ${after} and num_nulls(c.deleted_at) = 1 and ${where}
     order by c.contact_uuid limit ${limit}`;
}

/** The values of a field over the live contacts that the caller sees. */
export function listContactValues(tx: Tx, visible: Fragment, request: FilterValuesRequest) {
  const where = tx`c.deleted_at is null and ${visible}`;
  return fetchFilterValues(tx, { from: tx`contacts c`, where, fields: contactFields }, request);
}

/** The condition that every word of a search occurs in a contact's names, e-mails or numbers. */
export function matches(tx: Tx, searchTerm: string): Fragment {
  const words = toWords(searchTerm);
  const telling = tellingPart(words);
  if (telling === undefined) return has(tx, words);
  const others = words.filter((word) => word !== telling);
  return tx`c.contact_uuid in (select contacts_like(${pattern(tx, telling)})) and ${has(tx, others)}`;
}

/**
 * The same by looking at each contact. Worded so that the planner takes it to be true of many: by
 * its guess at a pattern it would look at all contacts first, and sort what it found.
 */
const has = (tx: Tx, words: readonly string[]) =>
  words.reduce(
    (all, word) => tx`${all} and coalesce(c.search_text like ${pattern(tx, word)}, false)`,
    tx`true`,
  );

/**
 * The one live contact of a key. Worded so that only the primary key's index fits: before a table
 * is analysed, any partial index over live rows looks as good and would be read from end to end.
 */
const isLive = (tx: Tx, contactUuid: string) =>
  tx`c.contact_uuid = ${contactUuid} and num_nulls(c.deleted_at) = 1`;

/** One live contact. May be a transaction of its own: it reads on when the tenant is entered. */
export async function findContact(
  tx: Tx,
  visible: Fragment,
  contactUuid: string,
  households?: Fragment,
) {
  const [contact] = await tx<ContactRow[]>`
    select found.* from (select ${tx.entered}::uuid as tenant_uuid offset 0) own, lateral (
      select ${columns(tx, households)} from contacts c
       where c.tenant_uuid = own.tenant_uuid and ${isLive(tx, contactUuid)} and ${visible}
      offset 0) found`;
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

/**
 * Inserts a contact and the event that tells of it, and answers when; refuses a manager who is not
 * live or, for partner staff, not of `partner` (undefined: no matter whose). One statement, written
 * out, because this is what platforms do most. `refusals` are further conditions on the row `c`.
 */
export async function insertContact(
  tx: Tx,
  row: NewContactRow,
  event: EventRow,
  { partner, refusals }: { partner: string | null | undefined; refusals: Fragment },
): Promise<string> {
  const { eventUuid, eventType, actorType, actorId, entityType, entityId, attributes } = event;
  const phone = row.preferredPhoneNumber && tx.json(row.preferredPhoneNumber as JSONValue);
  const manager = tx`(
    select s.partner_uuid from staff_members s
     where s.tenant_uuid = c.tenant_uuid and s.staff_uuid = c.contact_manager_entity_uuid)`;
  // The conditions hang on the row of `c`, so that nothing is read before the tenant is entered.
  const [written] = await tx<[{ createdAt: string }]>`
    with c as (
      insert into contacts (
        tenant_uuid, contact_uuid, contact_compliance_uuid, firm_type, firm_entity_uuid,
        contact_manager_type, contact_manager_entity_uuid, first_name, middle_name,
        paternal_last_name, maternal_last_name, contact_type, contact_means,
        preferred_contact_language, status, preferred_email, preferred_phone_number, date_of_birth,
        gender, marital_status, identity_type, identity_id, identity_country, contact_source,
        contact_preference, market_segment)
      values (
        ${tx.entered}, ${row.contactUuid}, ${row.contactComplianceUuid}, ${row.firmType},
        ${row.firmEntityUuid}, ${row.contactManagerType}, ${row.contactManagerEntityUuid},
        ${row.firstName}, ${row.middleName}, ${row.paternalLastName}, ${row.maternalLastName},
        ${row.contactType}, ${row.contactMeans}, ${row.preferredContactLanguage}, ${row.status},
        ${row.preferredEmail}, ${phone}, ${row.dateOfBirth}, ${row.gender}, ${row.maritalStatus},
        ${row.identityType}, ${row.identityId}, ${row.identityCountry}, ${row.contactSource},
        ${row.contactPreference}, ${row.marketSegment})
      returning tenant_uuid, contact_manager_entity_uuid, created_at),
    told as (
      insert into events (tenant_uuid, event_uuid, event_type, actor_type, actor_id, entity_type,
                          entity_id, attributes)
      select c.tenant_uuid, ${eventUuid}::uuid, ${eventType}, ${actorType}, ${actorId}::uuid,
             ${entityType}, ${entityId}::uuid, ${attributes}::jsonb || ${partnerAttribute(tx, manager)} from c)
    select record_time(c.created_at) as created_at,
           case when s.staff_uuid is null
                  then refuse('contactManagerId', 'UNKNOWN', 'must be a live staff member')
                when ${partner !== undefined} and s.partner_uuid is distinct from ${partner ?? null}::uuid
                  then refuse('contactManagerId', 'NOT_ALLOWED', 'must be staff of your own partner')
           end ${refusals}
      from c left join lateral (
        select staff_uuid, partner_uuid from staff_members
         where tenant_uuid = c.tenant_uuid and staff_uuid = c.contact_manager_entity_uuid
           and deleted_at is null offset 0) s on true`;
  return written.createdAt;
}

/** Changes a contact's columns; with none it still counts as changed now. */
export async function updateContactRow(
  tx: Tx,
  contactUuid: string,
  changes: ContactColumns,
): Promise<void> {
  const touched = Object.keys(changes).length > 0 ? tx(changes) : tx`updated_at = change_time()`;
  await tx`update contacts set ${touched} where contact_uuid = ${contactUuid}`;
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

/** The live staff member who is to manage a contact, with the partner that employs them. */
export async function findManager(tx: Tx, staffUuid: string) {
  const [manager] = await tx<{ partnerUuid: string | null }[]>`
    select partner_uuid from staff_members where staff_uuid = ${staffUuid} and deleted_at is null`;
  return manager;
}

export async function isLivePartner(tx: Tx, partnerUuid: string): Promise<boolean> {
  const rows = await tx`
    select from partners where partner_uuid = ${partnerUuid} and deleted_at is null`;
  return rows.length > 0;
}

import type { Fragment } from '@atrium/kit/sql.ts';
import { carryAddresses } from '../contacts/address-queries.ts';
import { lockAnyContact } from '../contacts/queries.ts';
import type { Tx } from '../database/transaction.ts';

/** The records that are about a person, in whose texts the names are cleared too. */
export type NearBy = {
  households: readonly string[];
  meetings: readonly string[];
  /** The other contacts, and the organisations, of those households. */
  contacts: readonly string[];
  organisations: readonly string[];
};

/** A table in whose texts people may be named. */
export type Texts = {
  table: string;
  /** What tells its rows apart within the firm, in the order in which they are gone through. */
  key: readonly string[];
  texts?: readonly string[];
  /** JSON, each with the keys whose texts are words of a list. */
  json?: Readonly<Record<string, readonly string[]>>;
  /** The condition of the rows that are about the person; without one none is by itself. */
  near?: (tx: Tx, nearBy: NearBy) => Fragment;
  /** The condition of the rows that are one of some contacts' own, where that can be. */
  ofContact?: (tx: Tx, contacts: readonly string[]) => Fragment;
  /** The condition of the rows that are gone through at all. */
  where?: (tx: Tx) => Fragment;
  /** Locks the record that a row belongs to, which whoever changes the row does first. */
  lockParent?: (tx: Tx, key: readonly string[]) => Promise<unknown>;
  /** Writes the copy of a row that its record carries. */
  carry?: (tx: Tx, key: readonly string[]) => Promise<void>;
  /** What its rows count as; without it as mentions. */
  counted?: 'calendarCopies';
};

const any = (tx: Tx, column: string, uuids: readonly string[]) =>
  tx`${tx(column)} = any(${[...uuids]}::uuid[])`;

/** Rows that belong to a contact, a household or a meeting. */
const belonging = (tx: Tx, { contacts, households, meetings }: NearBy) => tx`
  (${any(tx, 'contact_uuid', contacts)} or ${any(tx, 'household_uuid', households)}
   or ${any(tx, 'meeting_uuid', meetings)})`;
const ofHousehold = (tx: Tx, { households }: NearBy) => any(tx, 'household_uuid', households);
const ofMeeting = (tx: Tx, { meetings }: NearBy) => any(tx, 'meeting_uuid', meetings);
const ofContact = (tx: Tx, { contacts }: NearBy) => any(tx, 'contact_uuid', contacts);
const byContact = (tx: Tx, contacts: readonly string[]) => any(tx, 'contact_uuid', contacts);

/** Every text in which somebody may be written about; `text-columns.test.ts` answers for every other column. */
export const textColumns: readonly Texts[] = [
  { table: 'notes', key: ['note_uuid'], texts: ['text'], near: belonging, ofContact: byContact },
  {
    table: 'note_versions',
    key: ['note_uuid', 'version'],
    texts: ['text'],
    near: (tx, nearBy) =>
      tx`note_uuid in (select note_uuid from notes where ${belonging(tx, nearBy)})`,
    ofContact: (tx, contacts) =>
      tx`note_uuid in (select note_uuid from notes where ${byContact(tx, contacts)})`,
  },
  {
    table: 'tasks',
    key: ['task_uuid'],
    texts: ['title', 'details'],
    near: belonging,
    ofContact: byContact,
  },
  {
    table: 'meetings',
    key: ['meeting_uuid'],
    texts: [
      'title',
      'description',
      'internal_notes',
      'meeting_information',
      'meeting_link',
      'meeting_password',
      'location_detail',
      'organizer_name',
      'organizer_email',
    ],
    near: ofMeeting,
  },
  {
    table: 'meeting_participants',
    key: ['participant_uuid'],
    texts: ['name', 'phone', 'rsvp_note'],
    near: ofMeeting,
  },
  {
    table: 'unmatched_answers',
    key: ['answer_uuid'],
    texts: ['participation', 'sender', 'name', 'note'],
    near: ofMeeting,
  },
  { table: 'households', key: ['household_uuid'], texts: ['name'], near: ofHousehold },
  {
    table: 'household_history',
    key: ['household_uuid', 'source', 'row_key', 'ordinal'],
    json: {
      content: ['memberType', 'relationshipType', 'currency', 'relationshipManagerType', 'status'],
    },
    near: ofHousehold,
  },
  {
    table: 'household_accounts',
    key: ['household_uuid', 'account_number'],
    texts: ['custodian'],
    near: ofHousehold,
  },
  {
    table: 'organisations',
    key: ['organisation_uuid'],
    texts: ['name', 'legal_name', 'tax_id'],
    near: (tx, { organisations }) => any(tx, 'organisation_uuid', organisations),
  },
  {
    table: 'contacts',
    key: ['contact_uuid'],
    texts: ['display_name', 'alias', 'firm_name'],
    json: {
      identity_documents: ['documentType', 'type', 'identityType', 'country', 'status'],
      pep_entries: ['relationship', 'country'],
      company_names: [],
      trading_symbols: [],
      current_employment: ['status', 'employmentStatus', 'type', 'country', 'currency'],
      employment_history: ['status', 'employmentStatus', 'type', 'country', 'currency'],
      custom_fields: [],
    },
    near: ofContact,
    ofContact: byContact,
  },
  {
    table: 'contact_addresses',
    key: ['contact_uuid', 'address_uuid'],
    texts: ['street_name', 'street_number', 'apartment', 'commune', 'landmark', 'city', 'state'],
    near: ofContact,
    ofContact: byContact,
    lockParent: (tx, [contactUuid = '']) => lockAnyContact(tx, contactUuid),
    carry: (tx, [contactUuid = '']) => carryAddresses(tx, contactUuid),
  },
  {
    table: 'saved_views',
    key: ['view_uuid'],
    texts: ['name'],
    json: {
      filters: ['field', 'operator', 'fields'],
      question: [
        'eventType',
        'granularity',
        'timezone',
        'field',
        'function',
        'operator',
        'alias',
        'from',
        'to',
        'sort',
        'direction',
      ],
    },
  },
  {
    table: 'accounts',
    key: ['user_uuid'],
    // The names of credentials; people's own are theirs.
    texts: ['display_name'],
    json: { preferences: [] },
  },
  { table: 'partners', key: ['partner_uuid'], texts: ['name'] },
  { table: 'passkeys', key: ['passkey_uuid'], texts: ['name'] },
  { table: 'staff_members', key: ['staff_uuid'], texts: ['job_position', 'current_residence'] },
  { table: 'value_lists', key: ['list'], json: { entries: ['value'] } },
  { table: 'credentials', key: ['credential_uuid'], texts: ['name'] },
  { table: 'webhook_endpoints', key: ['endpoint_uuid'], texts: ['description'] },
  {
    table: 'webhook_messages',
    key: ['endpoint_uuid', 'message_uuid'],
    json: { tries: ['at', 'error'] },
    // What endpoints answered; few say anything.
    where: (tx) => tx`
      tries @? '$[*].responseExcerpt ? (@ != null && @ != "")'`,
  },
  { table: 'contact_erasures', key: ['contact_uuid'], texts: ['reason'] },
  {
    table: 'calendar_links',
    key: ['connection_uuid', 'external_id'],
    json: { fields: ['start', 'end', 'timezone'] },
    near: ofMeeting,
    // What is about to be written anew is put right by that.
    where: (tx) => tx`
      (is_copy or gone_at is not null or retired_at is not null
       or not exists (select from calendar_pushes p
                       where p.tenant_uuid = calendar_links.tenant_uuid
                         and p.meeting_uuid = calendar_links.meeting_uuid
                         and p.connection_uuid = calendar_links.connection_uuid))`,
    counted: 'calendarCopies',
  },
];

import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { beforeAll, expect, test } from 'vitest';
import { plansOf } from '../../test-support/plans.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { listAccounts, listTotals } from '../households/accounts/queries.ts';
import { listMembers } from '../households/members/queries.ts';
import {
  findHousehold,
  householdsList,
  listAllHouseholds,
  matches as matchesHousehold,
} from '../households/queries.ts';
import { OpenedCursor } from '../lists/cursor.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import { filterWhere } from '../lists/filter.ts';
import type { PageRequest } from '../lists/page.ts';
import { readNotes } from '../notes/read-notes.ts';
import { findOrganisation, organisationsList } from '../organisations/queries.ts';
import { listDuplicates } from './duplicates/list-duplicates.ts';
import { contactFields } from './fields.ts';
import {
  contactsList,
  findContact,
  listContactsAfter,
  listContactValues,
  matches,
} from './queries.ts';
import { waitingContacts } from './waiting-contacts.ts';

const w = await world({}, { own: true });
const uuid = '01900000-0000-7000-8000-000000000000';
let tenantUuid: string;

beforeAll(async () => {
  // Several tenants of some size: of a single small one, reading everything is the best plan.
  for (let count = 0; count < 8; count++) {
    const tenant = await w.tenant();
    tenantUuid = tenant.tenantUuid;
    const { tenantStaffUuid } = await tenant.staff();
    await w.db.asPlatform((tx) => furnish(tx, tenant.tenantUuid, tenantStaffUuid));
  }
  await w.sql`analyze`;
});

const filter = (tx: Tx, field: string, value: string) =>
  filterWhere(tx, [{ field, operator: 'equals', value }], contactFields);

const stage = (tx: Tx) => filter(tx, 'stageName', 'LEAD');

const contacts = (tx: Tx, where: Fragment = tx`true`, page: PageRequest = {}) =>
  fetchPage(tx, contactsList(tx, where), page);

const cursor = new OpenedCursor(JSON.stringify({ offset: 160, values: ['2026-01-01', uuid] }));

const staff = { roles: ['TENANT_STAFF'], partnerUuid: null, userUuid: uuid } as unknown as Caller;

const statements: [string, (tx: Tx) => Promise<unknown>][] = [
  ['one contact', (tx) => findContact(tx, tx`true`, uuid)],
  ['the newest contacts', (tx) => contacts(tx)],
  ['contacts by last name', (tx) => contacts(tx, tx`true`, { sort: ['paternalLastName,desc'] })],
  ['contacts by first name', (tx) => contacts(tx, tx`true`, { sort: ['firstName'] })],
  ['a deep page', (tx) => contacts(tx, tx`true`, { page: 20, size: 50 })],
  ['a page by cursor', (tx) => contacts(tx, tx`true`, { cursor })],
  ['a search', (tx) => tx`select from contacts c where ${matches(tx, 'soto 77')}`],
  ['a filter by stage', (tx) => contacts(tx, stage(tx))],
  ['a filter by manager', (tx) => contacts(tx, filter(tx, 'contactManagerId', uuid))],
  ['an export', (tx) => listContactsAfter(tx, tx`true`, { after: uuid, limit: 1000 })],
  ['one household', (tx) => findHousehold(tx, tx`true`, uuid)],
  ['households by name', (tx) => fetchPage(tx, householdsList(tx, tx`h.is_active`), {})],
  ['a search of households', (tx) => listAllHouseholds(tx, matchesHousehold(tx, 'soto'), 500)],
  [
    'households of a manager',
    (tx) => listAllHouseholds(tx, tx`h.relationship_manager_uuid = ${uuid}`, 500),
  ],
  ['members', (tx) => listMembers(tx, tx`true`, uuid)],
  ['accounts', (tx) => listAccounts(tx, tx`true`, uuid)],
  ['totals', (tx) => listTotals(tx, uuid)],
  ['one organisation', (tx) => findOrganisation(tx, uuid)],
  ['a search of notes', (tx) => readNotes(tx, staff, { searchTerm: 'yield 77' })],
  ['organisations by name', (tx) => fetchPage(tx, organisationsList(tx, tx`true`, {}), {})],
];

test.each(statements)('%s: every table is read through an index', async (_title, work) => {
  const plans = await w.db.asTenant(tenantUuid, system, (tx) => plansOf(tx, work));
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans)
    expect(plan).not.toMatch(/Seq Scan on (contacts|contact_|household|organisations|notes)/);
});

test('a page by cursor is read along the index of its order', async () => {
  const plans = await w.db.asTenant(tenantUuid, system, (tx) =>
    plansOf(tx, (explained) => contacts(explained, tx`true`, { cursor })),
  );
  const plan = plans.find((each) => each.includes('Limit'));
  expect(plan).toContain('contacts_live');
  // Below the page, the last mail of each row is sorted out of two.
  expect(plan?.split('SubPlan')[0]).not.toContain('Sort');
});

test('duplicates are found through the indexes of what contacts have in common', async () => {
  const [plan] = await w.db.asTenant(tenantUuid, system, (tx) =>
    plansOf(tx, (explained) => listDuplicates(explained, staff, uuid)),
  );
  const indexes = new Set(plan?.match(/(?<= on | using )contacts_\w+/g));
  expect([...indexes].sort()).toEqual([
    'contacts_by_identity',
    'contacts_by_last_name',
    'contacts_by_phone',
    'contacts_by_preferred_email',
    'contacts_by_preferred_phone',
    'contacts_by_primary_email',
    'contacts_pkey',
  ]);
});

test('documents that expire are found through their index', async () => {
  const [plan] = await w.db.asTenant(tenantUuid, system, (tx) =>
    plansOf(tx, (explained) => {
      const [documents] = waitingContacts(explained, staff, { withProspects: false });
      return explained`select * from (${documents ?? explained`select`}) d`;
    }),
  );
  expect(plan).toContain('contacts_by_document');
});

test('the values of a field are read once for their page and their number', async () => {
  const request = { field: 'paternalLastName', search: 'soto' };
  const plans = await w.db.asTenant(tenantUuid, system, (tx) =>
    plansOf(tx, (explained) => listContactValues(explained, tx`true`, request)),
  );
  const reads = plans.flatMap((plan) => plan.match(/ on contacts\b/g) ?? []);
  expect(reads).toHaveLength(1);
});

test('large tables are analysed by a small sample: a migration that adds a column calls analyse_small_sample', async () => {
  const large = await w.db.asPlatform(
    (tx) => tx`
      select attrelid::regclass::text as "table", attname as "column" from pg_attribute
       where attrelid in ('contacts'::regclass, 'events'::regclass) and attnum > 0
         and not attisdropped and coalesce(attstattarget, 100) > 10`,
  );
  expect([...large]).toEqual([]);
});

async function furnish(tx: Tx, tenant: string, manager: string): Promise<void> {
  await tx`
    insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name,
      paternal_last_name, contact_type, contact_means, preferred_contact_language, status, firm_type,
      firm_entity_uuid, contact_manager_type, contact_manager_entity_uuid, preferred_email,
      primary_email, preferred_phone_number, phone_number, identity_id, stage_name, created_at)
    select ${tenant}, gen_random_uuid(), gen_random_uuid(), 'Ana ' || n, 'Soto ' || n, 'PROSPECT',
      'EMAIL', 'SPANISH', 'ACTIVE', 'TENANT', ${tenant}, 'TENANT', ${manager}, n || '@a.example',
      n || '@b.example', jsonb_build_object('phoneCountryCode', '+56', 'phoneNumber', n::text),
      jsonb_build_object('phoneCountryCode', '+56', 'phoneNumber', n::text), n::text, 'LEAD',
      now() - n * interval '1 minute'
      from generate_series(1, 2000) n`;
  await tx`
    insert into contact_addresses (tenant_uuid, address_uuid, contact_uuid, contact_address_type)
    select tenant_uuid, gen_random_uuid(), contact_uuid, 'SALES' from contacts where tenant_uuid = ${tenant}`;
  await tx`
    insert into households (tenant_uuid, household_uuid, name, relationship_manager_type, relationship_manager_uuid)
    select ${tenant}, gen_random_uuid(), 'Soto ' || n, 'TENANT_STAFF', ${manager} from generate_series(1, 1000) n`;
  await tx`
    insert into household_members (tenant_uuid, member_uuid, household_uuid, member_type, contact_uuid)
    select h.tenant_uuid, gen_random_uuid(), h.household_uuid, 'CONTACT', c.contact_uuid
      from (select *, row_number() over () as n from households where tenant_uuid = ${tenant}) h
      join (select *, row_number() over () / 2 as n from contacts where tenant_uuid = ${tenant}) c using (n)`;
  await tx`
    insert into household_accounts (tenant_uuid, household_uuid, account_number)
    select tenant_uuid, household_uuid, household_uuid::text from households where tenant_uuid = ${tenant}`;
  await tx`
    insert into notes (tenant_uuid, note_uuid, text, kind, contact_uuid, author_uuid, author_name)
    select tenant_uuid, gen_random_uuid(), 'Asked for the yield of ' || identity_id, 'NOTE',
           contact_uuid, ${manager}, 'Ana Soto'
      from contacts where tenant_uuid = ${tenant}`;
  await tx`
    insert into organisations (tenant_uuid, organisation_uuid, name)
    select ${tenant}, gen_random_uuid(), 'Soto ' || n from generate_series(1, 1000) n`;
}

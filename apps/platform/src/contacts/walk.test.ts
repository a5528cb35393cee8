import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';

const w = await world();
const tenant = await w.tenant();
const count = 260;
let staff: Client;

beforeAll(async () => {
  staff = await tenant.as('TENANT_STAFF');
  // Few names and few times, so that much is decided by what breaks ties.
  await w.db.asTenant(
    tenant.tenantUuid,
    system,
    (tx) => tx`
    insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name,
      paternal_last_name, contact_type, contact_means, preferred_contact_language, status, firm_type,
      firm_entity_uuid, contact_manager_type, contact_manager_entity_uuid, preferred_email, stage_name,
      related_to_pep, date_of_birth, annual_income, created_at)
    select ${tx.tenantUuid}, gen_random_uuid(), gen_random_uuid(), (array['Ana', 'Íñigo', 'iris'])[1 + n % 3],
      (array['Soto', 'Núñez', 'Ábalos', 'zeta'])[1 + n % 4], 'PROSPECT', 'EMAIL', 'SPANISH',
      case when n % 10 = 0 then 'INACTIVE' else 'ACTIVE' end, 'TENANT', ${tx.tenantUuid}, 'TENANT',
      ${staff.identity['x-user-id'] ?? ''}, 'x' || n || '@common.example',
      case when n % 2 = 0 then 'LEAD' end, case n % 3 when 0 then true when 1 then false end,
      case when n % 4 > 0 then date '1980-01-01' + n % 5 end, case when n % 5 > 0 then n % 7 end,
      now() - (n / 7) * interval '1 minute'
      from generate_series(1, ${count}::int) n`,
  );
});

const active = { field: 'status', operator: 'EQUALS', value: 'ACTIVE' };

const lists: [string, object][] = [
  ['the newest first', {}],
  ['the oldest first', { sort: ['createdAt,asc'] }],
  ['by last name backwards', { sort: ['paternalLastName,desc'] }],
  ['by names in two directions', { sort: ['paternalLastName,asc', 'firstName,desc'] }],
  ['by a field that many lack', { sort: ['stageName,desc', 'firstName,asc'] }],
  ['by fields that many lack', { sort: ['dateOfBirth,asc', 'stageName,asc', 'createdAt,desc'] }],
  ['by a flag and a date backwards', { sort: ['relatedToPEP,desc', 'dateOfBirth,desc'] }],
  ['those of a filter', { filters: [active], sort: ['stageName'] }],
  ['what a search finds, by name', { searchTerm: 'common', sort: ['firstName,desc'] }],
];

const contacts = '/api/v2/contacts';
type Page = {
  content: { contactUuid: string }[];
  number: number;
  totalElements: number;
  first: boolean;
  last: boolean;
  nextCursor: string | null;
};

async function read(list: object, by = staff): Promise<Page> {
  const { status, body } = await by.post(contacts, list);
  expect(status).toBe(200);
  return body;
}

const uuids = ({ content }: Page) => content.map((row) => row.contactUuid);

/** All pages of a walk; `between` runs after each. */
async function walk(list: object, size: number, between?: () => Promise<unknown>): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await read({ ...list, size, cursor });
    pages.push(page);
    cursor = page.nextCursor;
    await between?.();
  }
  return pages;
}

describe('A walk by cursor', () => {
  test.each(lists)('%s: has the pages that page numbers have', async (_title, list) => {
    const size = 37;
    const walked = await walk(list, size);
    for (const [page, found] of walked.entries()) {
      const numbered = await read({ ...list, size, page });
      expect(uuids(found)).toEqual(uuids(numbered));
      const { content: _, nextCursor: __, ...envelope } = numbered;
      expect(found).toMatchObject(envelope);
    }
    const last = walked.at(-1);
    expect([last?.last, last?.nextCursor]).toEqual([true, null]);
    expect(walked.flatMap(uuids)).toHaveLength(last?.totalElements ?? 0);
  });

  test.each(lists)(
    '%s: sees each record that stays exactly once while others write',
    async (_title, list) => {
      const before = new Set((await walk(list, 100)).flatMap(uuids));
      const gone = new Set<string>();
      const victims = [...before];
      const write = async () => {
        const input = contactInput(tenant.tenantUuid, staff.identity['x-user-id'] ?? '');
        const changes = { firstName: 'Bea', preferredEmail: 'b@common.example' };
        const { status } = await staff.post('/api/contacts', { ...input, ...changes });
        expect(status).toBe(200);
        const [victim] = victims.splice(Math.floor(Math.random() * victims.length), 1);
        if (victim) gone.add(victim);
        expect((await staff.delete(`/api/contacts/${victim}`)).status).toBe(204);
      };
      const seen = (await walk(list, 30, write)).flatMap(uuids);
      expect(new Set(seen).size).toBe(seen.length);
      const stayed = [...before].filter((uuid) => !gone.has(uuid));
      expect(stayed.filter((uuid) => !seen.includes(uuid))).toEqual([]);
    },
  );

  test('goes on with another size, and from a page that was asked for by its number', async () => {
    const all = (await walk({}, 100)).flatMap(uuids);
    const numbered = await read({ page: 2, size: 10 });
    const next = await read({ cursor: numbered.nextCursor, size: 25 });
    expect(uuids(next)).toEqual(all.slice(30, 55));
  });

  test('is refused with a cursor that is altered, foreign or of another list', async () => {
    const { nextCursor } = await read({ size: 5, cursor: '' });
    const cursor = nextCursor ?? '';
    const middle = Math.floor(cursor.length / 2);
    const altered =
      cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1);
    const refused = async (body: object, path = contacts, by = staff) => {
      const answer = await by.post(path, body);
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'cursor']);
    };
    await refused({ size: 5, cursor: altered });
    for (const wrong of ['x', `${cursor}A`, `${cursor}=`, cursor.slice(4), cursor.slice(0, 30)])
      await refused({ size: 5, cursor: wrong });
    await refused({ cursor, filters: [active] });
    await refused({ cursor, sort: ['firstName'] });
    await refused({ cursor, searchTerm: 'common' });
    await refused({ cursor }, '/api/v2/households');
    await refused({ cursor }, contacts, await tenant.as('TENANT_STAFF'));
    await refused({ cursor }, contacts, await (await w.tenant()).as('TENANT_STAFF'));
    await refused({ cursor, page: 0 });
    const { status } = await staff.get(`/api/contacts?cursor=${cursor}&page=1`);
    expect(status).toBe(400);
  });
});

test.each([
  ['/api/contacts', 'contactUuid'],
  ['/api/households', 'householdUuid'],
  ['/api/organisations', 'organisationUuid'],
  ['/api/partners', 'partnerUuid'],
  ['/api/tenant-staff/all/paginated', 'tenantStaffUuid'],
])('%s can be walked', async (path, key) => {
  const admin = await tenant.as('TENANT_ADMIN');
  const manager = {
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: staff.identity['x-user-id'],
  };
  const makes: Record<string, (n: number) => Promise<unknown>> = {
    '/api/households': (n) => admin.post(path, { name: `Casa ${n}`, ...manager }),
    '/api/organisations': (n) => admin.post(path, { name: `Viña ${n}` }),
    '/api/partners': (n) => admin.post(path, { name: `Partner ${n % 2}` }),
  };
  for (let n = 0; n < 5; n++) await makes[path]?.(n);
  const { body: whole } = await admin.get(`${path}?size=100`);
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await admin.get(`${path}?size=2&cursor=${cursor}`);
    expect(status).toBe(200);
    found.push(...body.content.map((row: Record<string, string>) => row[key]));
    cursor = found.length < 100 ? body.nextCursor : null;
  }
  expect(found.slice(0, 100)).toEqual(whole.content.map((row: Record<string, string>) => row[key]));
  expect(found.length).toBeGreaterThan(2);
});

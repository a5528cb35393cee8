import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';

const w = await world();
const tenant = await w.tenant();
const count = 1300;
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
      firm_entity_uuid, contact_manager_type, contact_manager_entity_uuid, preferred_email, stage_name, created_at)
    select ${tx.tenantUuid}, gen_random_uuid(), gen_random_uuid(), (array['Ana', 'Íñigo', 'iris'])[1 + n % 3],
      (array['Soto', 'Núñez', 'Ábalos', 'zeta'])[1 + n % 4], 'PROSPECT', 'EMAIL', 'SPANISH',
      case when n % 10 = 0 then 'INACTIVE' else 'ACTIVE' end, 'TENANT', ${tx.tenantUuid}, 'TENANT',
      ${staff.identity['x-user-id'] ?? ''}, 'x' || n || '@common.example',
      case when n % 2 = 0 then 'LEAD' end, now() - (n / 7) * interval '1 minute'
      from generate_series(1, ${count}::int) n`,
  );
});

const active = { field: 'status', operator: 'EQUALS', value: 'ACTIVE' };

const lists: [string, object][] = [
  ['the newest first', {}],
  ['the oldest first', { sort: ['createdAt,asc'] }],
  ['by last name', { sort: ['paternalLastName'] }],
  ['by last name backwards', { sort: ['paternalLastName,desc'] }],
  ['by names in two directions', { sort: ['paternalLastName,asc', 'firstName,desc'] }],
  ['by a field that many lack', { sort: ['stageName,desc', 'firstName,asc'] }],
  ['those of a filter', { filters: [active] }],
  ['what a search finds', { searchTerm: 'common' }],
  ['what a search finds, by name', { searchTerm: 'common', sort: ['firstName,desc'] }],
  ['what a search finds among a filter', { searchTerm: 'common example', filters: [active] }],
];

const size = 100;

async function read(list: object, page: number) {
  const { status, body } = await staff.post('/api/v2/contacts', { ...list, page, size });
  expect(status).toBe(200);
  const uuids: string[] = body.content.map((row: { contactUuid: string }) => row.contactUuid);
  return { uuids, total: body.totalElements as number };
}

async function readAll(list: object): Promise<string[]> {
  const { uuids, total } = await read(list, 0);
  for (let page = 1; page * size < total; page++) uuids.push(...(await read(list, page)).uuids);
  expect(uuids).toHaveLength(total);
  return uuids;
}

test.each(lists)(
  '%s: pages hold each contact once, in whatever order they are asked for',
  async (_title, list) => {
    for (let round = 0; round < 2; round++) {
      const all = await readAll(list);
      expect(new Set(all).size).toBe(all.length);
      const last = Math.floor(all.length / size);
      // 11 has nothing in common with the number of pages: each comes once, far from the one before.
      for (let step = 0; step <= last; step++) {
        const page = (step * 11) % (last + 1);
        const { uuids } = await read(list, page);
        expect(uuids).toEqual(all.slice(page * size, (page + 1) * size));
      }
      expect((await read(list, last + 5)).uuids).toEqual([]);
      // Between the rounds the list changes in front and in the middle.
      const input = contactInput(tenant.tenantUuid, staff.identity['x-user-id'] ?? '');
      const { body } = await staff.post('/api/contacts', {
        ...input,
        preferredEmail: 'a@common.example',
      });
      await staff.delete(`/api/contacts/${all[Math.floor(all.length / 2)]}`);
      expect((await read(list, 0)).total).toBe(all.length);
      await staff.delete(`/api/contacts/${body.contactUuid}`);
      expect((await read(list, 0)).total).toBe(all.length - 1);
    }
  },
);

test('names are sorted without regard to case and accents, and by the other name where they are the same', async () => {
  const { body } = await staff.post('/api/v2/contacts', { sort: ['paternalLastName'], size: 100 });
  const names = body.content.map((row: { firstName: string }) => row.firstName);
  expect(body.content[0].paternalLastName).toBe('Ábalos');
  expect(names).toEqual(names.toSorted((a: string, b: string) => a.localeCompare(b)));
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let staff: Client;

beforeAll(async () => {
  tenant = await w.tenant();
  staff = await tenant.as('TENANT_STAFF');
});

const input = {
  name: 'Inversiones Araya',
  legalName: 'Inversiones Araya SpA',
  taxId: '76.086.428-5',
  country: 'CHL',
};

async function created(changes: object = {}) {
  const { status, body } = await staff.post('/api/organisations', { ...input, ...changes });
  expect(status).toBe(201);
  return { ...body, path: `/api/organisations/${body.organisationUuid}` };
}

describe('organisations', () => {
  test('are created, read, changed in part and deleted once', async () => {
    const { path, ...organisation } = await created();
    expect(organisation).toMatchObject({ ...input, tenantUuid: tenant.tenantUuid, isActive: true });
    expect((await staff.get(path)).body).toEqual(organisation);
    const { status, body } = await staff.put(path, { taxId: null, isActive: false });
    expect(status).toBe(200);
    const { updatedAt } = body;
    expect(body).toEqual({ ...organisation, taxId: null, isActive: false, version: 2, updatedAt });
    expect((await staff.put(path, {})).body).toEqual(body);
    expect((await staff.delete(path)).status).toBe(204);
    const after = [
      await staff.get(path),
      await staff.put(path, { name: 'x' }),
      await staff.put(path, {}),
      await staff.delete(path),
    ];
    expect(after.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a name of spaces', { name: ' ' }, 'name'],
    ['a name of 256 letters', { name: 'x'.repeat(256) }, 'name'],
    ['a tax number that is a number', { taxId: 5 }, 'taxId'],
    ['an unknown country', { country: 'ZZZ' }, 'country'],
    ['an activity in words', { isActive: 'yes' }, 'isActive'],
  ])('with %s are refused by name', async (_title, changes, field) => {
    const { status, body } = await staff.post('/api/organisations', { ...input, ...changes });
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  test('are listed by name and found by words of names and numbers', async () => {
    const name = `Ñuble ${randomUUID()}`;
    const { organisationUuid } = await created({ name });
    for (const term of [name.toUpperCase().replace('Ñ', 'N'), `${name} spa`, `76.086 ${name}`]) {
      const { body } = await staff.get(`/api/organisations?searchTerm=${encodeURIComponent(term)}`);
      expect(body.content.map((each: typeof body) => each.organisationUuid)).toEqual([
        organisationUuid,
      ]);
    }
    await created({ name: 'ábaco' });
    const { body } = await staff.get('/api/organisations?size=100');
    const names = body.content.map((each: { name: string }) => each.name);
    expect(names.indexOf('ábaco')).toBeLessThan(names.indexOf(name));
    expect((await staff.get('/api/organisations?sort=secret')).status).toBe(400);
  });

  test('are closed to clients, and another tenant’s are 404', async () => {
    const { path } = await created();
    const client = await tenant.as('CLIENT');
    expect((await client.get(path)).status).toBe(403);
    expect((await client.post('/api/organisations', input)).status).toBe(403);
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    const answers = [
      await stranger.get(path),
      await stranger.put(path, { name: 'mine' }),
      await stranger.delete(path),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
  });
});

test('no organisation was written without an event in the same transaction', async () => {
  expect(await w.unrecorded(['organisations'])).toEqual([]);
});

import { Registry } from '@prometheus-io/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';
import { createApp } from '../app.ts';
import { openDb } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';

const w = await world();
const tenant = await w.tenant();
/** Another platform process on the same database. */
const otherDb = openDb({ url: w.config.databaseUrl, max: 8 });
const otherApp = await createApp({ ...w.services, db: otherDb, registry: new Registry() });

let here: Client;
let there: Client;
let manager: string;

beforeAll(async () => {
  here = await tenant.as('TENANT_STAFF');
  there = createClient(otherApp, here.identity);
  manager = here.identity['x-user-id'] ?? '';
});

afterAll(async () => {
  await otherApp.close();
  await otherDb.close();
});

const create = async (by: Client, changes: object = {}) => {
  const input = { ...contactInput(tenant.tenantUuid, manager), ...changes };
  const { status, body } = await by.post('/api/contacts', input);
  expect(status).toBe(200);
  return body.contactUuid as string;
};

const totalOf = async (by: Client, filters: object[] = []) => {
  const { status, body } = await by.post('/api/v2/contacts', { filters, size: 1 });
  expect(status).toBe(200);
  return body.totalElements as number;
};

const truth = () =>
  w.db.asTenant(tenant.tenantUuid, system, async (tx) => {
    const [row] = await tx`select count(*)::int as total from contacts where deleted_at is null`;
    return row?.total as number;
  });

test('what one process changed, the total of another shows at once', async () => {
  for (const [writer, reader] of [
    [here, there],
    [there, here],
    [here, here],
  ] as const) {
    const before = await totalOf(reader);
    const contactUuid = await create(writer);
    expect(await totalOf(reader)).toBe(before + 1);
    expect(await totalOf(reader)).toBe(before + 1);
    await writer.put(`/api/contacts/${contactUuid}`, { stageName: 'LOST' });
    const lost = [{ field: 'stageName', operator: 'EQUALS', value: 'LOST' }];
    expect(await totalOf(reader, lost)).toBe(1);
    await writer.delete(`/api/contacts/${contactUuid}`);
    expect(await totalOf(reader)).toBe(before);
    expect(await totalOf(reader, lost)).toBe(0);
  }
});

test('among writers and readers in two processes totals never fall behind, and end exact', async () => {
  let creating = true;
  let acknowledged = await truth();
  const writers = Array.from({ length: 8 }, async (_, n) => {
    for (let count = 0; count < 12; count++) {
      await create(n % 2 ? here : there);
      acknowledged += 1;
    }
  });
  const readers = [here, there, here, there].map(async (reader) => {
    for (let last = 0; creating; ) {
      const [atLeast, total] = [acknowledged, await totalOf(reader)];
      expect(total).toBeGreaterThanOrEqual(Math.max(atLeast, last));
      last = total;
    }
  });
  await Promise.all(writers);
  creating = false;
  await Promise.all(readers);
  const { tenantUuid } = tenant;
  const stats = await there.get(`/api/tenants/${tenantUuid}/stats`);
  expect([await totalOf(here), await totalOf(there), stats.body.contactCount]).toEqual(
    Array(3).fill(await truth()),
  );
});

test('after random creations and deletions every total is the truth', async () => {
  for (let round = 0; round < 8; round++) {
    const own: string[] = [];
    await Promise.all([
      ...Array.from({ length: 6 }, async (_, n) => {
        own.push(await create(n % 2 ? here : there));
        if ((n + round) % 3) await (n % 2 ? there : here).delete(`/api/contacts/${own.pop()}`);
      }),
      ...[here, there, here, there].map((reader) => totalOf(reader)),
    ]);
    expect([await totalOf(here), await totalOf(there)]).toEqual(Array(2).fill(await truth()));
  }
});

test('a transaction that was begun before and commits after is counted', async () => {
  const before = await totalOf(here);
  const { promise: looked, resolve: look } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const late = w.db.asTenant(tenant.tenantUuid, system, async (tx) => {
    await insertByHand(tx);
    wrote();
    await looked;
  });
  await written;
  // Others commit meanwhile, so that the late one is older than what is remembered.
  await create(there);
  expect(await totalOf(here)).toBe(before + 1);
  expect(await totalOf(here)).toBe(before + 1);
  look();
  await late;
  expect(await totalOf(here)).toBe(before + 2);
});

test('partner staff count their own clients, also after a manager has changed sides', async () => {
  const admin = await tenant.as('TENANT_ADMIN');
  const partners = await Promise.all(
    ['North', 'South'].map(async (name) => {
      const { body } = await admin.post('/api/partners', { name });
      return body.partnerUuid as string;
    }),
  );
  const [north, south] = (await Promise.all(
    partners.map((partnerUuid) => tenant.as('PARTNER_STAFF', partnerUuid)),
  )) as [Client, Client];
  const { tenantStaffUuid } = await tenant.staff({ partnerUuid: partners[0] });
  await create(here, { contactManagerId: tenantStaffUuid });
  const all = await totalOf(here);
  expect([await totalOf(north), await totalOf(south)]).toEqual([1, 0]);
  const moved = await admin.put(`/api/tenant-staff/${tenantStaffUuid}`, {
    partnerUuid: partners[1],
  });
  expect(moved.status).toBe(200);
  expect([await totalOf(north), await totalOf(south), await totalOf(here)]).toEqual([0, 1, all]);
});

test('a total is remembered until a connection to the database is lost', async () => {
  const before = await totalOf(there);
  // Without an event nobody can tell that the list has changed.
  await w.db.asTenant(tenant.tenantUuid, system, (tx) => insertContacts(tx, 1));
  expect(await totalOf(there)).toBe(before);
  const [lost] = await otherDb.asPlatform((tx) => tx`select pg_backend_pid() as pid`);
  await w.sql`select pg_terminate_backend(${lost?.pid}::int)`;
  await expect.poll(() => totalOf(there).catch(() => undefined)).toBe(before + 1);
});

test('a search that finds many has the same pages once its total is remembered', async () => {
  await w.db.asTenant(tenant.tenantUuid, system, (tx) => insertContacts(tx, 2_100, 'Zuleta'));
  await create(here);
  const pages = [{}, { page: 20 }, { page: 3, sort: ['firstName,desc', 'status'] }];
  const found = async (by: Client) => {
    const read = pages.map(async (page) => {
      const { status, body } = await by.post('/api/v2/contacts', { searchTerm: 'zuleta', ...page });
      expect(status).toBe(200);
      return { ...body, nextCursor: undefined };
    });
    return Promise.all(read);
  };
  const counted = await found(here);
  expect(counted.map((page) => page.totalElements)).toEqual([2_100, 2_100, 2_100]);
  expect(await found(here)).toEqual(counted);
  await create(there, { paternalLastName: 'Zuleta' });
  expect((await found(here)).map((page) => page.totalElements)).toEqual([2_101, 2_101, 2_101]);
});

/** Inserts contacts, but no event of them. */
async function insertContacts(tx: Tx, count: number, lastName = 'Soto') {
  await tx`
    insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name,
      paternal_last_name, contact_type, contact_means, preferred_contact_language, status, firm_type,
      firm_entity_uuid, contact_manager_type, contact_manager_entity_uuid)
    select ${tx.tenantUuid}, gen_random_uuid(), gen_random_uuid(), 'Ana' || n, ${lastName}, 'PROSPECT',
           'EMAIL', 'SPANISH', 'ACTIVE', 'TENANT', ${tx.tenantUuid}, 'TENANT', ${manager}
      from generate_series(1, ${count}::int) n`;
}

async function insertByHand(tx: Tx) {
  await insertContacts(tx, 1);
  await tx`
    insert into events (tenant_uuid, event_uuid, event_type, actor_type, entity_type, entity_id)
    values (${tx.tenantUuid}, gen_random_uuid(), 'contact.created', 'SYSTEM', 'CONTACT', gen_random_uuid())`;
}

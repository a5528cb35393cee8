import { fetchPage } from '@atrium/kit/lists/fetch-page.ts';
import type { JsonRow } from '@atrium/kit/lists/page.ts';
import type { HeldRows } from '@atrium/kit/lists/page-memory.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';
import { system, type Tx } from '../database/db.ts';
import { contactsList } from './queries.ts';

const w = await world();
const tenant = await w.tenant();
const about = ['held rows'];
const size = 5;

let client: Client;
const uuids: string[] = [];

beforeAll(async () => {
  client = await tenant.as('TENANT_STAFF');
  const manager = client.identity['x-user-id'] ?? '';
  for (let n = 0; n < 3; n++) {
    const input = { ...contactInput(tenant.tenantUuid, manager), firstName: `Row ${n}` };
    const { status, body } = await client.post('/api/contacts', input);
    expect(status).toBe(200);
    uuids.unshift(body.contactUuid);
  }
});

const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
  w.db.asTenant(tenant.tenantUuid, system, work);

const list = (tx: Tx) => contactsList(tx, { where: tx`true`, about });

const read = async (tx: Tx) => {
  const { content } = await fetchPage<JsonRow>(tx, list(tx), { size });
  return content.map((row) => JSON.parse(row.json));
};

/** What was held of pages that were looked up, by contact. */
const heldIn = async (work: () => Promise<unknown>) => {
  const { pages } = await inTenant(async (tx) => tx.listMemory);
  const find = vi.spyOn(pages, 'find');
  await work();
  const held = find.mock.results.map(({ value }) => value as HeldRows);
  find.mockRestore();
  return held.map((rows) => [...rows.keys()].map((version) => version.slice(0, 36)));
};

test('a row is written once, and anew when it has changed', async () => {
  const first = await inTenant(read);
  expect(first.map((row) => row.contactUuid)).toEqual(uuids);
  const { pages } = await inTenant(async (tx) => tx.listMemory);
  const keep = vi.spyOn(pages, 'keep');
  expect(await inTenant(read)).toEqual(first);
  const planted = keep.mock.lastCall?.[1] as Map<string, string>;
  keep.mockRestore();
  for (const [version, json] of planted) planted.set(version, json.replace('Row', 'Held'));
  const names = async () => (await inTenant(read)).map((row) => row.firstName);
  expect(await names()).toEqual(['Held 2', 'Held 1', 'Held 0']);
  const changed = await client.put(`/api/contacts/${uuids[1]}`, { firstName: 'Changed' });
  expect(changed.status).toBe(200);
  expect(await names()).toEqual(['Held 2', 'Changed', 'Held 0']);
  expect(await names()).toEqual(['Held 2', 'Changed', 'Held 0']);
});

test('what a transaction sees that writes is not held', async () => {
  await inTenant(read);
  await inTenant(async (tx) => {
    await tx`update contacts set first_name = 'Once' where contact_uuid = ${uuids[0] ?? ''}`;
    await read(tx);
    await tx`update contacts set first_name = 'Twice' where contact_uuid = ${uuids[0] ?? ''}`;
  });
  expect((await inTenant(read))[0].firstName).toBe('Twice');
});

test('a removed contact is not shown, though it is held', async () => {
  await inTenant(read);
  const held = await heldIn(() => inTenant(read));
  expect(held).toEqual([uuids]);
  expect((await client.delete(`/api/contacts/${uuids[2]}`)).status).toBe(204);
  expect((await inTenant(read)).map((row) => row.contactUuid)).toEqual(uuids.slice(0, 2));
});

test('another tenant finds nothing of it', async () => {
  const other = await w.tenant();
  const held = await heldIn(async () => {
    for (let times = 0; times < 2; times++) await w.db.asTenant(other.tenantUuid, system, read);
  });
  expect(held).toEqual([[]]);
});

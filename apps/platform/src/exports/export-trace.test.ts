import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let port: number;
beforeAll(async () => {
  port = await w.listen();
});

type Tenant = Awaited<ReturnType<typeof w.tenant>>;
const recorded = (tenant: Tenant) =>
  w.db.asPlatform(
    (tx) => tx`
      select event_type as type, entity_id, attributes from events
       where tenant_uuid = ${tenant.tenantUuid} and event_type like 'export.%' order by event_uuid`,
  );

/** Contacts whose export is more than sockets hold. */
async function manyContacts(tenant: Tenant, by: Client, count: number) {
  const { body } = await by.post('/api/contacts', contactInput(tenant.tenantUuid, uuidOf(by)));
  await w.sql.begin(async (sql) => {
    await sql`select set_config('atrium.tenant', ${tenant.tenantUuid}, true)`;
    await sql`
      insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name,
        paternal_last_name, contact_type, contact_means, preferred_contact_language, status, firm_type,
        firm_entity_uuid, contact_manager_type, contact_manager_entity_uuid, identity_country)
      select tenant_uuid, gen_random_uuid(), gen_random_uuid(), first_name, paternal_last_name,
             contact_type, contact_means, preferred_contact_language, status, firm_type,
             firm_entity_uuid, contact_manager_type, contact_manager_entity_uuid, repeat('x', 10000)
        from contacts, generate_series(1, ${count}) where contact_uuid = ${body.contactUuid}`;
  });
}

/** Begins to read an export and stops after the first bytes. */
async function firstBytes(by: Client): Promise<IncomingMessage> {
  const asked = request({
    port,
    method: 'POST',
    path: '/api/v2/contacts/export',
    headers: { ...by.identity, 'content-type': 'application/json' },
  });
  asked.on('error', () => undefined).end('{}');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer, 'data');
  answer.pause();
  return answer;
}

test('each export says that it began and that it ended, with the rows that it had', async () => {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  const { body: contact } = await admin.post(
    '/api/contacts',
    contactInput(tenant.tenantUuid, uuidOf(admin)),
  );
  const { contactUuid } = contact;
  const lists = ['contacts', 'households', 'meetings'].map((list) => ({
    list,
    format: 'csv',
    ask: () => admin.post(`/api/v2/${list}/export`, {}),
    rows: list === 'contacts' ? '1' : '0',
  }));
  const all = [
    ...lists,
    { list: 'audit', format: 'ndjson', ask: () => admin.get('/api/audit/export') },
    {
      list: 'personal-data',
      format: 'json',
      contactUuid,
      ask: () => admin.get(`/api/contacts/${contactUuid}/personal-data`),
    },
  ];
  for (const { ask, rows, ...exported } of all.map((each) => ({ rows: undefined, ...each }))) {
    const before = (await recorded(tenant)).length;
    expect((await ask()).status).toBe(200);
    const [started, completed, ...others] = (await recorded(tenant)).slice(before);
    const exportUuid = started?.entityId;
    expect([started, completed, ...others]).toEqual([
      { type: 'export.started', entityId: exportUuid, attributes: { ...exported, exportUuid } },
      {
        type: 'export.completed',
        entityId: exportUuid,
        attributes: {
          ...exported,
          exportUuid,
          rows: rows ?? expect.stringMatching(/^\d+$/),
          rowCount: completed?.attributes.rows,
        },
      },
    ]);
  }
  const [, personal] = (await recorded(tenant)).slice(-2);
  expect(Number(personal?.attributes.rows)).toBeGreaterThan(1);
});

test('what is refused or not found is no export', async () => {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  const filters = [{ field: 'shoeSize', operator: 'EQUALS', value: 1 }];
  expect((await admin.post('/api/v2/contacts/export', { filters })).status).toBe(400);
  expect((await admin.get('/api/audit/export?from=x')).status).toBe(400);
  const nobody = `/api/contacts/${crypto.randomUUID()}/personal-data`;
  expect((await admin.get(nobody)).status).toBe(404);
  expect(await recorded(tenant)).toEqual([]);
});

describe('an export that its reader does not read to the end', () => {
  test('is on record before the first byte, and as aborted with the rows handed out', async () => {
    const tenant = await w.tenant();
    const admin = await tenant.as('TENANT_ADMIN');
    await manyContacts(tenant, admin, 4000);
    const answer = await firstBytes(admin);
    const [started, ...more] = await recorded(tenant);
    expect([started?.type, more]).toEqual(['export.started', []]);
    answer.destroy();
    await expect.poll(() => recorded(tenant)).toHaveLength(2);
    const [, aborted] = await recorded(tenant);
    const { rows, rowCount, ...attributes } = aborted?.attributes ?? {};
    expect([aborted?.type, attributes]).toEqual(['export.aborted', started?.attributes]);
    expect(rowCount).toBe(rows);
    expect(Number(rows)).toBeGreaterThan(0);
    expect(Number(rows)).toBeLessThan(4001);
  });

  test('is aborted as well when the session ends meanwhile', async () => {
    const tenant = await w.tenant();
    const [admin, other] = [await tenant.as('TENANT_ADMIN'), await tenant.as('TENANT_ADMIN')];
    await manyContacts(tenant, admin, 4000);
    const answer = await firstBytes(admin);
    const path = `/api/tenant-staff/${uuidOf(admin)}`;
    expect((await other.put(path, { isActive: false })).status).toBe(200);
    answer.resume();
    await expect(once(answer, 'end')).rejects.toThrow('aborted');
    await expect
      .poll(async () => (await recorded(tenant)).map(({ type }) => type))
      .toEqual(['export.started', 'export.aborted']);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { machine } from '../../test-support/machine.ts';
import { uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { findAccount } from '../auth/queries.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let adviser: Client;
let partnerUuid: string;
let ofPartner: Client;

beforeAll(async () => {
  tenant = await w.tenant();
  [admin, adviser] = [await tenant.as('TENANT_ADMIN'), await tenant.as('TENANT_STAFF')];
  partnerUuid = (await admin.post('/api/partners', { name: 'Socios' })).body.partnerUuid;
  ofPartner = await partnerStaff();
});

async function partnerStaff(): Promise<Client> {
  const { tenantStaffUuid: userUuid } = await tenant.staff({ partnerUuid });
  const { tenantUuid } = tenant;
  const account = await w.db.asPlatform((tx) => findAccount(tx, { tenantUuid, userUuid }));
  if (!account) throw new Error('The staff member has no account');
  return w.signIn(account);
}

const input = (changes: object = {}) => ({
  ...contactInput(tenant.tenantUuid, uuidOf(adviser)),
  ...changes,
});
const create = async (changes: object = {}, by = adviser) => {
  const { status, body } = await by.post('/api/contacts', input(changes));
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
};
const put = (contactUuid: string, changes: object, by = admin) =>
  by.put(`/api/contacts/${contactUuid}`, changes);
const eventsOf = (contactUuid: string, eventType: string) =>
  w.db.asPlatform(
    (tx) => tx`
      select attributes from events
       where entity_id = ${contactUuid} and event_type = ${eventType} order by event_uuid`,
  );

describe('the type of a contact’s manager', () => {
  test('is that of the person at creation and change, whatever the request says', async () => {
    const mine = await create({ contactManagerId: uuidOf(ofPartner) }, ofPartner);
    expect(mine).toMatchObject({
      contactManagerType: 'PARTNER',
      contactManagerFirmType: 'PARTNER',
    });
    const { contactUuid, contactManagerType } = await create();
    expect(contactManagerType).toBe('TENANT');
    for (const [field, who, type] of [
      ['contactManagerEntityUuid', ofPartner, 'PARTNER'],
      ['contactManagerId', adviser, 'TENANT'],
    ] as const)
      for (const sent of [
        {},
        { contactManagerType: 'TENANT' },
        { contactManagerType: 'PARTNER' },
      ]) {
        const { status, body } = await put(contactUuid, { [field]: uuidOf(who), ...sent });
        expect([status, body.contactManagerType]).toEqual([200, type]);
      }
    const [first] = await eventsOf(contactUuid, 'contact.updated');
    expect(first?.attributes.changedFields).toBe('contactManagerEntityUuid,contactManagerType');
  });

  test('stays as sent when it is sent alone', async () => {
    const { contactUuid } = await create();
    const { body } = await put(contactUuid, { contactManagerType: 'PARTNER' });
    expect(body.contactManagerType).toBe('PARTNER');
    const named = await put(contactUuid, { contactManagerFirmType: 'TENANT' });
    expect(named.body.contactManagerType).toBe('TENANT');
  });

  test('follows when a book is handed over, and the event says so of those that it changes for', async () => {
    const [from, to] = [await partnerStaff(), await tenant.staff()];
    const theirs = await create({ contactManagerId: uuidOf(from) }, admin);
    const moved = await admin.post(`/api/tenant-staff/${uuidOf(from)}/transfer`, {
      toStaffUuid: to.tenantStaffUuid,
    });
    expect(moved.body.contacts).toBe(1);
    const { body } = await admin.get(`/api/contacts/${theirs.contactUuid}`);
    expect(body.contactManagerType).toBe('TENANT');
    const [event] = await eventsOf(theirs.contactUuid, 'contact.updated');
    expect(event?.attributes).toMatchObject({
      changedFields: 'contactManagerEntityUuid,contactManagerType',
    });
  });

  test('follows when a manager is taken from a merged record, and in an import', async () => {
    const [one, other] = [
      await create(),
      await create({ contactManagerId: uuidOf(ofPartner) }, admin),
    ];
    const merged = await admin.post(`/api/contacts/${one.contactUuid}/merge`, {
      fromContactUuid: other.contactUuid,
      take: ['contactManagerEntityUuid'],
    });
    expect([merged.status, merged.body.contactManagerType]).toEqual([200, 'PARTNER']);

    const word = randomUUID();
    const columns = Object.entries({
      firstName: 'Ana',
      paternalLastName: word,
      contactType: 'PROSPECT',
      contactMeans: 'EMAIL',
      preferredContactLanguage: 'SPANISH',
      contactManagerId: uuidOf(ofPartner),
    });
    const file = [0, 1].map((at) => columns.map((each) => each[at]).join()).join('\n');
    const sent = await ofPartner.post('/api/contacts/import', file, { 'content-type': 'text/csv' });
    expect(sent.status).toBe(202);
    const find = async () => (await admin.get(`/api/contacts?searchTerm=${word}`)).body.content;
    await expect.poll(find, { timeout: 60_000 }).toHaveLength(1);
    expect((await find())[0]).toMatchObject({
      contactManagerType: 'PARTNER',
      capturedByEntityUuid: uuidOf(ofPartner),
      partnerUuid,
    });
  });
});

describe('who brought a contact', () => {
  test('is whoever creates it, with their partner, unless another is stated', async () => {
    expect(await create()).toMatchObject({
      capturedByEntityUuid: uuidOf(adviser),
      capturedByType: 'TENANT',
      partnerUuid: null,
    });
    const captured = {
      capturedByEntityUuid: uuidOf(ofPartner),
      capturedByType: 'PARTNER',
      partnerUuid,
    };
    expect(await create({ contactManagerId: uuidOf(ofPartner) }, ofPartner)).toMatchObject(
      captured,
    );
    const stated = await create({ capturedByEntityUuid: uuidOf(ofPartner).toUpperCase() });
    expect(stated).toMatchObject(captured);
    expect(await create({ capturedByEntityUuid: null })).toMatchObject({
      capturedByEntityUuid: null,
      capturedByType: null,
      partnerUuid: null,
    });
    const [event] = await eventsOf(stated.contactUuid, 'contact.created');
    expect(event?.attributes).toMatchObject({
      capturedByEntityUuid: uuidOf(ofPartner),
      capturedByType: 'PARTNER',
      capturedByPartnerUuid: partnerUuid,
    });
  });

  test('is nobody when a machine or a system administrator creates it', async () => {
    const { client } = await machine(w, admin);
    const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenant.tenantUuid });
    for (const by of [client, root]) {
      const created = await create({}, by);
      expect(created).toMatchObject({ capturedByEntityUuid: null, capturedByType: null });
    }
  });

  test('can become another live staff member, and stays whoever it was when they have left', async () => {
    const { contactUuid } = await create();
    const unknown = randomUUID();
    for (const { status, body } of [
      await put(contactUuid, { capturedByEntityUuid: unknown }),
      await adviser.post('/api/contacts', input({ capturedByEntityUuid: unknown })),
    ])
      expect([status, body.errors]).toMatchObject([
        400,
        [{ field: 'capturedByEntityUuid', code: 'UNKNOWN' }],
      ]);
    const leaver = await partnerStaff();
    const changed = await put(contactUuid, { capturedByEntityUuid: uuidOf(leaver) });
    const theirs = { capturedByEntityUuid: uuidOf(leaver), capturedByType: 'PARTNER', partnerUuid };
    expect(changed.body).toMatchObject(theirs);
    await admin.delete(`/api/tenant-staff/${uuidOf(leaver)}`, {
      staffUuidToDelete: uuidOf(leaver),
    });
    const again = await put(contactUuid, { capturedByEntityUuid: uuidOf(leaver), alias: 'Isa' });
    expect([again.status, again.body]).toMatchObject([200, theirs]);
    const cleared = await put(contactUuid, { capturedByEntityUuid: null });
    expect(cleared.body).toMatchObject({ capturedByEntityUuid: null, partnerUuid: null });
    expect((await put(contactUuid, { capturedByEntityUuid: uuidOf(leaver) })).status).toBe(400);
  });

  test('is a field that lists are filtered by', async () => {
    const other = await w.tenant();
    const boss = await other.as('TENANT_ADMIN');
    const mine = contactInput(other.tenantUuid, uuidOf(boss));
    const socios = (await boss.post('/api/partners', { name: 'Socios' })).body.partnerUuid;
    const bringer = await other.staff({ partnerUuid: socios });
    for (const captor of [bringer.tenantStaffUuid, undefined, null])
      await boss.post('/api/contacts', { ...mine, capturedByEntityUuid: captor });
    const count = async (field: string, value: string) => {
      const filters = [{ field, operator: 'EQUALS', value }];
      const { status, body } = await boss.post('/api/v2/contacts', { filters });
      expect(status).toBe(200);
      return body.totalElements;
    };
    expect(await count('partnerUuid', socios)).toBe(1);
    expect(await count('capturedByType', 'PARTNER')).toBe(1);
    expect(await count('capturedByType', 'TENANT')).toBe(1);
    expect(await count('capturedByEntityUuid', bringer.tenantStaffUuid)).toBe(1);
  });
});

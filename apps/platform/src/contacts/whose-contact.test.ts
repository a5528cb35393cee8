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

describe('several contacts', () => {
  const reassign = (contactUuids: string[], to: string, by = adviser) =>
    by.post('/api/contacts/reassign', { contactUuids, contactManagerId: to });

  test('are given to a manager in one request, and each that cannot be is told with its reason', async () => {
    const [ana, ben, gone] = [await create(), await create(), await create()];
    await admin.delete(`/api/contacts/${gone.contactUuid}`);
    const uuids = [ana, ben, gone].map(({ contactUuid }) => contactUuid as string);
    const theirs = await (await w.tenant()).as('TENANT_STAFF');
    const before = contactInput(theirs.identity['x-tenant-uuid'] ?? '', uuidOf(theirs));
    const foreign = (await theirs.post('/api/contacts', before)).body.contactUuid;
    const asked = [...uuids, foreign];
    const given = await reassign(asked, uuidOf(ofPartner));
    expect(given.status).toBe(200);
    const refused = [gone.contactUuid, foreign];
    const outcomes = [...uuids, foreign].sort().map((uuid) => {
      return { uuid, refusal: refused.includes(uuid) ? 'NOT_FOUND' : null };
    });
    expect(given.body).toEqual({ outcomes });
    for (const { contactUuid } of [ana, ben]) {
      const { body } = await admin.get(`/api/contacts/${contactUuid}`);
      expect(body).toMatchObject({
        contactManagerId: uuidOf(ofPartner),
        contactManagerType: 'PARTNER',
        contactManagerFirmType: 'PARTNER',
      });
    }
    // Asked again, as after an answer that was lost, nothing more is changed.
    const again = await reassign([...asked, ana.contactUuid.toUpperCase()], uuidOf(ofPartner));
    expect(again.body).toEqual({ outcomes });
    expect(await eventsOf(ana.contactUuid, 'contact.updated')).toHaveLength(1);
    const { body } = await theirs.get(`/api/contacts/${foreign}`);
    expect(body.contactManagerId).toBe(uuidOf(theirs));
  });

  test('stay where they are when nobody could manage them, or only strangers to who asks', async () => {
    const { contactUuid } = await create();
    const leaver = await partnerStaff();
    await admin.delete(`/api/tenant-staff/${uuidOf(leaver)}`, {
      staffUuidToDelete: uuidOf(leaver),
    });
    for (const to of [randomUUID(), uuidOf(leaver)]) {
      const { status, body } = await reassign([contactUuid], to);
      expect([status, body.errors]).toMatchObject([
        400,
        [{ field: 'contactManagerId', code: 'UNKNOWN' }],
      ]);
    }
    const own = await create({ contactManagerId: uuidOf(ofPartner) });
    const out = await reassign([own.contactUuid], uuidOf(adviser), ofPartner);
    expect([out.status, out.body.errors[0].code]).toEqual([400, 'NOT_ALLOWED']);
    const unseen = await reassign([contactUuid], uuidOf(ofPartner), ofPartner);
    expect(unseen.body).toEqual({ outcomes: [{ uuid: contactUuid, refusal: 'NOT_FOUND' }] });
    expect((await reassign([], uuidOf(adviser))).status).toBe(400);
    expect((await reassign(Array(101).fill(contactUuid), uuidOf(adviser))).status).toBe(400);
  });

  test('go to one of thirty who give the same ones away at once, in whatever order they are named', async () => {
    const uuids: string[] = [];
    for (let count = 0; count < 3; count += 1) uuids.push((await create()).contactUuid as string);
    const takers = [uuidOf(adviser), uuidOf(admin), uuidOf(ofPartner)];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        reassign(at % 2 ? uuids : uuids.toReversed(), takers[at % 3] ?? ''),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const managers = uuids.map(async (uuid) => {
      return (await admin.get(`/api/contacts/${uuid}`)).body.contactManagerId;
    });
    expect(new Set(await Promise.all(managers)).size).toBe(1);
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

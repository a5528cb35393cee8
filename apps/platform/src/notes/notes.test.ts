import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let adviser: Client;
let managerUuid: string;

beforeEach(async () => {
  tenant = await w.tenant();
  [admin, adviser, { tenantStaffUuid: managerUuid }] = await Promise.all([
    tenant.as('TENANT_ADMIN'),
    tenant.as('TENANT_STAFF'),
    tenant.staff(),
  ]);
});

async function contact(manager = managerUuid): Promise<string> {
  const { body } = await admin.post('/api/contacts', contactInput(tenant.tenantUuid, manager));
  return body.contactUuid;
}

async function household(contactUuid: string): Promise<string> {
  const { body } = await admin.post('/api/households', {
    name: 'Araya',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: managerUuid,
    members: [{ memberType: 'CONTACT', contactUuid }],
  });
  return body.householdUuid;
}

const about = (entityType: string, entityUuid: string, more: object = {}) => ({
  entityType,
  entityUuid,
  text: 'Prefers calls in the morning',
  ...more,
});
const texts = (answer: { body: { content: { text: string }[] } }) =>
  answer.body.content.map(({ text }) => text);

/** Lets a note have been written a while ago. */
async function age(noteUuid: string, hours: number): Promise<void> {
  await w.db.asPlatform(
    (tx) => tx`
      update notes set created_at = created_at - make_interval(hours => ${hours})
       where note_uuid = ${noteUuid}`,
  );
}

describe('a note', () => {
  test('is written, read, changed with its earlier texts kept, and deleted', async () => {
    const entityUuid = await contact();
    const input = about('CONTACT', entityUuid, { kind: 'CALL', occurredAt: '2026-03-01T09:30:00' });
    const created = await adviser.post('/api/notes', input);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject(input);
    const path = `/api/notes/${created.body.noteUuid}`;
    expect((await adviser.get(path)).body).toEqual(created.body);

    const changed = await adviser.put(path, { text: 'Prefers mail', occurredAt: null });
    expect(changed.body).toMatchObject({ text: 'Prefers mail', kind: 'CALL', occurredAt: null });
    await admin.put(path, { kind: 'EMAIL' });
    const { body: versions } = await adviser.get(`${path}/versions`);
    expect(versions).toMatchObject([
      { version: 2, text: 'Prefers mail', kind: 'CALL', occurredAt: null },
      { version: 1, text: input.text, occurredAt: '2026-03-01T09:30:00' },
    ]);
    expect((await adviser.put(path, { kind: 'EMAIL' })).status).toBe(200);
    expect((await adviser.get(`${path}/versions`)).body).toHaveLength(2);

    expect((await adviser.delete(path)).status).toBe(204);
    for (const gone of [await adviser.get(path), await adviser.get(`${path}/versions`)])
      expect(gone.status).toBe(404);
    expect((await adviser.delete(path)).status).toBe(404);
  });

  test('is listed with its record, the newest first, of a household with those of its members', async () => {
    const entityUuid = await contact();
    const householdUuid = await household(entityUuid);
    await adviser.post('/api/notes', about('CONTACT', entityUuid, { text: 'second' }));
    await adviser.post('/api/notes', about('HOUSEHOLD', householdUuid, { text: 'third' }));
    const early = { text: 'first', occurredAt: '2020-01-01T10:00:00Z' };
    await adviser.post('/api/notes', about('CONTACT', entityUuid, early));

    const ofContact = `/api/notes?entityType=CONTACT&entityUuid=${entityUuid}`;
    expect(texts(await adviser.get(ofContact))).toEqual(['second', 'first']);
    const ofHousehold = `/api/notes?entityType=HOUSEHOLD&entityUuid=${householdUuid}`;
    expect(texts(await adviser.get(ofHousehold))).toEqual(['third']);
    expect(texts(await adviser.get(`${ofHousehold}&withMembers=true`))).toHaveLength(3);
    expect(texts(await adviser.get('/api/notes?searchTerm=THIRD'))).toEqual(['third']);
    expect((await adviser.get('/api/notes?entityType=CONTACT')).body.errors[0].field).toBe(
      'entityUuid',
    );
    const unknown = `/api/notes?entityType=CONTACT&entityUuid=${randomUUID()}`;
    expect((await adviser.get(unknown)).status).toBe(404);
  });

  test.each([
    ['no text', { text: undefined }, 'text'],
    ['a text of spaces', { text: '  ' }, 'text'],
    ['a text of 10,001 characters', { text: 'a'.repeat(10_001) }, 'text'],
    ['an unknown kind', { kind: 'FAX' }, 'kind'],
    ['a day as occurredAt', { occurredAt: '2026-03-01' }, 'occurredAt'],
    ['an unknown record', { entityUuid: randomUUID() }, 'entityUuid'],
    ['an unknown type of record', { entityType: 'STAFF' }, 'entityType'],
  ])('with %s is refused by name', async (_title, changes, field) => {
    const answer = await adviser.post('/api/notes', {
      ...about('CONTACT', await contact()),
      ...changes,
    });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });
});

describe('who may change a note', () => {
  test('its author does for 24 hours, an administrator always, nobody else', async () => {
    const { body: note } = await adviser.post('/api/notes', about('CONTACT', await contact()));
    const path = `/api/notes/${note.noteUuid}`;
    const colleague = await tenant.as('TENANT_STAFF');
    const canEdit = async (who: Client) => (await who.get(path)).body.canEdit;
    expect([note.canEdit, await canEdit(colleague), await canEdit(admin)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await colleague.put(path, { text: 'other' })).status).toBe(403);
    expect((await colleague.delete(path)).status).toBe(403);
    await age(note.noteUuid, 25);
    expect([await canEdit(adviser), await canEdit(admin)]).toEqual([false, true]);
    expect((await adviser.put(path, { text: 'late' })).status).toBe(403);
    expect((await admin.put(path, { text: 'corrected' })).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(204);
  });
});

describe('who sees a note', () => {
  test('whoever sees the record does; a client, another partner and another firm do not', async () => {
    const { body: partner } = await admin.post('/api/partners', { name: 'Cordillera' });
    const insider = await tenant.as('PARTNER_STAFF', partner.partnerUuid);
    const { body: own } = await admin.post('/api/tenant-staff', {
      ...staffInput(tenant.tenantUuid),
      partnerUuid: partner.partnerUuid,
    });
    const [theirs, others] = [await contact(own.tenantStaffUuid), await contact()];
    const written = [];
    for (const entityUuid of [theirs, others])
      written.push((await admin.post('/api/notes', about('CONTACT', entityUuid))).body.noteUuid);
    expect((await insider.get(`/api/notes/${written[0]}`)).status).toBe(200);
    expect((await insider.get(`/api/notes/${written[1]}`)).status).toBe(404);
    expect((await insider.get('/api/notes')).body.totalElements).toBe(1);
    expect((await insider.post('/api/notes', about('CONTACT', others))).status).toBe(400);
    expect((await (await tenant.as('CLIENT')).get('/api/notes')).status).toBe(403);
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await stranger.get(`/api/notes/${written[0]}`)).status).toBe(404);
    await admin.delete(`/api/contacts/${theirs}`);
    expect((await insider.get(`/api/notes/${written[0]}`)).status).toBe(404);
  });
});

test('each change of a note records an event without its text', async () => {
  const { body: note } = await adviser.post('/api/notes', about('CONTACT', await contact()));
  await adviser.put(`/api/notes/${note.noteUuid}`, { text: 'Secret plans' });
  await adviser.delete(`/api/notes/${note.noteUuid}`);
  const events = await w.db.asTenant(
    tenant.tenantUuid,
    { actorType: 'SYSTEM', actorId: null },
    (tx) => tx<{ eventType: string; attributes: object }[]>`
      select event_type, attributes from events where entity_id = ${note.noteUuid} order by event_uuid`,
  );
  expect(events.map(({ eventType }) => eventType)).toEqual([
    'note.created',
    'note.updated',
    'note.deleted',
  ]);
  expect(JSON.stringify(events)).not.toContain('Secret');
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host, tenant } = m;
const { tenantUuid } = tenant;

const pathOf = (contactUuid: string) => `/api/contacts/${contactUuid}`;
const erase = (contactUuid: string, reason = 'Asked for it') =>
  admin.post(`${pathOf(contactUuid)}/erase`, { reason });

/** Words that tell of Zephyrina, each of them nobody else's. */
const secrets = [
  'Zephyrina',
  'Quillmark',
  'Brandywine',
  'zephyrina@quill.example',
  'zq-private@quill.example',
  '977665544',
  'ZQ-998877',
  'Thornfield',
  'zq-merged@quill.example',
];

async function household(name: string, members: string[], companies: string[] = []) {
  const { body, status } = await host.post('/api/households', {
    name,
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(host),
    isActive: true,
    accountNumbers: [],
    members: [
      ...members.map((contactUuid, at) => ({
        memberType: 'CONTACT',
        contactUuid,
        isPrimary: at === 0,
      })),
      ...companies.map((organisationUuid) => ({ memberType: 'ORGANISATION', organisationUuid })),
    ],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.householdUuid as string;
}

/** A person of whom something is held everywhere. */
async function zephyrina() {
  const names = {
    firstName: 'Zephyrina',
    middleName: null,
    paternalLastName: 'Quillmark',
    maternalLastName: 'Brandywine',
  };
  const { body } = await host.post(
    '/api/contacts',
    {
      firmId: tenantUuid,
      firmType: 'TENANT',
      contactManagerId: uuidOf(host),
      contactManagerFirmType: 'TENANT',
      contactType: 'ACTIVE',
      contactMeans: 'EMAIL',
      preferredContactLanguage: 'ENGLISH',
      status: 'ACTIVE',
      ...names,
      preferredEmail: 'zephyrina@quill.example',
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '977665544' },
      identityType: 'PASSPORT',
      identityId: 'ZQ-998877',
    },
    { 'idempotency-key': randomUUID() },
  );
  const contactUuid: string = body.contactUuid;
  await admin.put(pathOf(contactUuid), {
    primaryEmail: 'zq-private@quill.example',
    customFields: { nickname: 'Zephyrina' },
    addresses: [{ streetName: 'Thornfield', contactAddressType: 'SALES', isPrimary: true }],
  });
  expect((await admin.post(`${pathOf(contactUuid)}/credentials/init`)).status).toBe(200);
  const twin = await m.contact({ ...names, preferredEmail: 'zq-merged@quill.example' });
  expect((await admin.post(`${pathOf(contactUuid)}/merge`, { fromContactUuid: twin })).status).toBe(
    200,
  );
  return { contactUuid, twin };
}

/** Every table, the queue's too, in which one of some texts is found, with the text. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await w.sql<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`;
  const found: string[] = [];
  await w.db.asPlatform(async (tx) => {
    for (const { name } of tables.filter(({ name }) => name !== 'public.schema_migrations')) {
      for (const text of texts) {
        const rows = await tx`
          select from ${tx.unsafe(name)} t where to_jsonb(t)::text ilike ${`%${text}%`} limit 1`;
        if (rows.length > 0) found.push(`${name}: ${text}`);
      }
    }
  });
  return found;
}

describe('an erased person', () => {
  test('is found nowhere, while past meetings, counts and the trail stay', async () => {
    const { contactUuid, twin } = await zephyrina();
    const ben = await m.contact({ firstName: 'Benedict', paternalLastName: 'Moss' });
    const spouse = { name: 'Zephyrina Quillmark', relationship: 'SPOUSE' };
    await host.put(pathOf(ben), { pepEntries: [spouse], customFields: { mail: secrets[3] } });
    const company = await host.post('/api/organisations', { name: 'Zephyrina Quillmark SpA' });
    const { organisationUuid } = company.body;
    const home = await household(
      'Family Quillmark and Moss',
      [contactUuid, ben],
      [organisationUuid],
    );
    await admin.put(`/api/households/${home}`, { name: 'The Quillmark family' });
    const about = { entityType: 'CONTACT', entityUuid: contactUuid };
    const note = await host.post('/api/notes', { ...about, text: 'Zephyrina called' });
    await host.put(`/api/notes/${note.body.noteUuid}`, { text: 'Zephyrina called twice' });
    await host.post('/api/tasks', { ...about, title: 'Call Zephyrina' });
    const ofHome = { entityType: 'HOUSEHOLD', entityUuid: home };
    await host.post('/api/notes', { ...ofHome, text: 'Zephyrina is away, Benedict is not' });
    await host.post('/api/tasks', { title: 'Write to zephyrina@quill.example' });
    const filters = [
      { field: 'preferredEmail', operator: 'EQUALS', value: 'zephyrina@quill.example' },
    ];
    await host.post('/api/views', { name: 'Like Quillmark, Zephyrina', list: 'CONTACTS', filters });
    const invited = {
      title: 'Review with Zephyrina',
      internalNotes: 'Quillmark wants to sell',
      externalAttendees: [{ email: 'other@example.com', name: 'Gabriel' }],
    };
    const toCome = await m.meeting({ ...invited, contactIds: [contactUuid, ben] });
    const past = await m.meeting({
      ...invited,
      contactIds: [contactUuid],
      startDateTime: '2020-05-06T10:00:00',
      endDateTime: '2020-05-06T11:00:00',
    });
    const asGuest = await m.meeting({
      contactIds: [],
      externalAttendees: [{ email: 'zephyrina@quill.example', name: 'Zephyrina Quillmark' }],
      startDateTime: '2020-06-06T10:00:00',
      endDateTime: '2020-06-06T11:00:00',
    });
    const csv =
      'firstName,paternalLastName,contactType,contactMeans,preferredContactLanguage,contactManagerId,preferredEmail\n' +
      `Zephyrina,Quillmark,NOTHING,EMAIL,SPANISH,${uuidOf(host)},zephyrina@quill.example\n`;
    const sent = await admin.post('/api/contacts/import', csv, { 'content-type': 'text/csv' });
    const importPath = `/api/contacts/imports/${sent.body.importUuid}`;
    await expect.poll(async () => (await admin.get(importPath)).body.status).toBe('DONE');

    const data = await admin.get(`${pathOf(contactUuid)}/personal-data`);
    expect(data.status, JSON.stringify(data.body)).toBe(200);
    expect(data.body).toMatchObject({
      contactUuid,
      contacts: expect.arrayContaining([expect.objectContaining({ identityId: 'ZQ-998877' })]),
      addresses: [{ streetName: 'Thornfield' }],
      logins: [{ email: 'zq-private@quill.example' }],
      memberships: [{ householdName: 'The Quillmark family' }],
      notes: [{ text: 'Zephyrina called twice' }],
      noteVersions: [{ text: 'Zephyrina called' }],
      tasks: [{ title: 'Call Zephyrina' }],
      guestInvitations: [{ email: 'zephyrina@quill.example' }],
    });
    expect(data.body.contacts).toHaveLength(2);
    expect(data.body.invitations).toHaveLength(2);
    expect(JSON.stringify(data.body)).not.toMatch(/Hash|secret/i);
    expect(await tablesWith(secrets)).not.toEqual([]);

    const reason = 'Letter of 3 March';
    const { status, body } = await erase(contactUuid, reason);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      contactUuid,
      removed: {
        contacts: 2,
        addresses: 1,
        notes: 1,
        tasks: 1,
        logins: 1,
        memberships: 1,
        guests: 1,
      },
      kept: expect.arrayContaining(['AUDIT_TRAIL', 'PAST_MEETINGS']),
    });
    expect(await tablesWith(secrets)).toEqual([]);
    expect(await tablesWith([reason])).toEqual([`public.contact_erasures: ${reason}`]);

    for (const uuid of [contactUuid, twin]) {
      const again = await admin.get(pathOf(uuid));
      expect([again.status, again.body.mergedInto]).toEqual([404, undefined]);
      expect((await erase(uuid)).status).toBe(404);
      expect((await admin.post(`${pathOf(uuid)}/restore`)).status).toBe(404);
      expect((await admin.get(`${pathOf(uuid)}/personal-data`)).status).toBe(404);
    }
    const deleted = await admin.post('/api/v2/contacts', { includeDeleted: true, size: 100 });
    const listed = deleted.body.content.map((each: { contactUuid: string }) => each.contactUuid);
    expect(listed).not.toContain(contactUuid);
    const slot = { participantEntityUuid: contactUuid, name: null, email: null };
    expect((await host.get(past.path)).body.participants).toContainEqual(
      expect.objectContaining(slot),
    );
    expect((await host.get(asGuest.path)).body.participants).toContainEqual(
      expect.objectContaining({ ...slot, participantType: 'CONTACT' }),
    );
    const left = (await host.get(toCome.path)).body;
    expect(left.title).toBe('Review with —');
    expect(JSON.stringify(left.participants)).not.toContain(contactUuid);
    expect((await admin.get(`/api/households/${home}`)).body.name).toBe('The — family');
    expect((await admin.get(pathOf(ben))).body).toMatchObject({
      pepEntries: [{ name: '—', relationship: 'SPOUSE' }],
      customFields: { mail: '—' },
    });
    expect((await admin.get(`/api/organisations/${organisationUuid}`)).body.name).toBe('— SpA');
    expect((await admin.get(`/api/households/${home}/members`)).body).toHaveLength(2);
    const trail = await admin.get(`/api/audit?entityId=${contactUuid}&size=100`);
    const types = trail.body.content.map((each: { eventType: string }) => each.eventType);
    expect(types).toEqual(expect.arrayContaining(['contact.created', 'contact.erased']));
    expect((await host.get(`/api/timeline?entityType=HOUSEHOLD&entityUuid=${home}`)).status).toBe(
      200,
    );
    expect((await admin.get(`/api/households/${home}/members?includeDeleted=true`)).status).toBe(
      200,
    );
  });

  test('may be deleted before, and is erased once, by administrators, with a reason', async () => {
    const contactUuid = await m.contact();
    for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(1001) }]) {
      const refused = await admin.post(`${pathOf(contactUuid)}/erase`, body);
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'reason']);
    }
    for (const caller of [host, m.client]) {
      expect((await caller.post(`${pathOf(contactUuid)}/erase`, { reason: 'x' })).status).toBe(403);
      expect((await caller.get(`${pathOf(contactUuid)}/personal-data`)).status).toBe(403);
    }
    const foreign = await (await w.tenant()).as('TENANT_ADMIN');
    const other = await foreign.post(`${pathOf(contactUuid)}/erase`, { reason: 'x' });
    expect(other.status).toBe(404);
    expect((await erase(randomUUID())).status).toBe(404);
    await admin.delete(pathOf(contactUuid));
    expect((await admin.get(`${pathOf(contactUuid)}/personal-data`)).status).toBe(200);
    const tries = await Promise.all(Array.from({ length: 5 }, () => erase(contactUuid)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  test('leaves namesakes and the family their names', async () => {
    const names = { firstName: 'Octavia', paternalLastName: 'Vellum' };
    const [octavia, son, namesake] = [
      await m.contact({ ...names, preferredEmail: 'o@vellum.example' }),
      await m.contact({ firstName: 'Otto', paternalLastName: 'Vellum' }),
      await m.contact(names),
    ];
    const home = await household('Vellum', [octavia, son]);
    const about = { entityType: 'CONTACT', entityUuid: namesake };
    const note = await host.post('/api/notes', {
      ...about,
      text: 'Octavia Vellum, o@vellum.example',
    });
    expect((await erase(octavia)).status).toBe(200);
    expect((await admin.get(`/api/households/${home}`)).body.name).toBe('Vellum');
    expect((await admin.get(`/api/notes/${note.body.noteUuid}`)).body.text).toBe(
      'Octavia Vellum, —',
    );
    expect((await admin.get(pathOf(namesake))).body.firstName).toBe('Octavia');
  });
});

test('others’ personal events forget a person too, and a dry run counts what is removed then', async () => {
  const email = 'yolanda@private.example';
  const people = { staffIds: [], contactIds: [], externalAttendees: [{ email, name: 'Yolanda' }] };
  const meeting = await m.meeting({ title: 'Lunch with Yolanda Zubizarreta', ...people });
  await w.db.asPlatform(
    (tx) => tx`update meetings set is_personal = true where meeting_uuid = ${meeting.meetingUuid}`,
  );
  const names = { firstName: 'Yolanda', paternalLastName: 'Zubizarreta' };
  const contactUuid = await m.contact({ ...names, preferredEmail: email });
  expect((await admin.get(meeting.path)).status).toBe(404);
  const counted = await admin.post(`${pathOf(contactUuid)}/erase`, { dryRun: true });
  const erased = await erase(contactUuid);
  expect([counted.status, erased.status]).toEqual([200, 200]);
  const { invitations, mentions } = erased.body.removed;
  expect([invitations, mentions]).toEqual([1, 1]);
  expect(counted.body.removed).toMatchObject({ invitations, mentions });
  const { title, participants } = (await host.get(meeting.path)).body;
  expect(title).not.toMatch(/Yolanda|Zubizarreta/);
  expect(participants).toEqual([]);
});

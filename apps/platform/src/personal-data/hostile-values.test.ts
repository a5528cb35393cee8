import { describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { beginning } from './clear-texts.ts';

const w = await world({}, { idle: ['contact-erasure'] });
const m = await meetingWorld(w);
const { admin, host } = m;
const { tenantUuid } = m.tenant;

const pathOf = (contactUuid: string) => `/api/contacts/${contactUuid}`;
const erase = (contactUuid: string, body: object = { reason: 'Asked for it' }) =>
  admin.post(`${pathOf(contactUuid)}/erase`, body);

async function household(name: string, members: string[]) {
  const { body, status } = await host.post('/api/households', {
    name,
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(host),
    isActive: true,
    accountNumbers: [],
    members: members.map((contactUuid, at) => ({
      memberType: 'CONTACT',
      contactUuid,
      isPrimary: at === 0,
    })),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.householdUuid as string;
}

const noteAbout = async (entityType: string, entityUuid: string, text: string) =>
  (await host.post('/api/notes', { entityType, entityUuid, text })).body.noteUuid as string;
const textOf = async (noteUuid: string) => (await admin.get(`/api/notes/${noteUuid}`)).body.text;
const view = async (body: object) =>
  (
    await host.post('/api/views', {
      name: 'Mine',
      list: 'CONTACTS',
      sort: [],
      columns: [],
      ...body,
    })
  ).body.viewUuid;

describe('a value of the erased person', () => {
  test.each(['false', 'field', 'operator', 'EQUALS', 'firstName', '10000', 'null'])(
    'that is the word %s of other records changes none of them',
    async (identityId) => {
      const person = await m.contact({ identityType: 'PASSPORT', identityId, alias: identityId });
      const filters = [
        { field: 'firstName', operator: 'EQUALS', value: 'Ana' },
        { field: 'contactType', operator: 'EQUALS', value: 'PROSPECT' },
      ];
      const viewUuid = await view({ filters, sort: ['firstName,asc'], columns: ['firstName'] });
      const before = (await host.get(`/api/views/${viewUuid}`)).body;
      const customFields = { field: 'keep', [identityId]: 10000, flag: false, none: null };
      const other = await m.contact();
      expect((await admin.put(pathOf(other), { customFields })).status).toBe(200);
      const { status, body } = await erase(person);
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await host.get(`/api/views/${viewUuid}`)).body).toEqual(before);
      expect((await admin.get(pathOf(other))).body.customFields).toEqual(customFields);
    },
  );

  test('that is a date in digits changes no date of a view or a note', async () => {
    const person = await m.contact({ identityType: 'PASSPORT', identityId: '20260101' });
    const filters = [
      { field: 'createdAt', operator: 'RANGE', min: '2026-01-01', max: '2026-12-31' },
    ];
    const viewUuid = await view({ filters });
    const other = await m.contact();
    const text = 'Seen on 2026-01-01, 2026/1/01 and 2026.01.01; passport 20260101 or 2026-0101';
    const noteUuid = await noteAbout('CONTACT', other, text);
    expect((await erase(person)).status).toBe(200);
    expect((await host.get(`/api/views/${viewUuid}`)).body.filters).toEqual(filters);
    expect(await textOf(noteUuid)).toBe(
      'Seen on 2026-01-01, 2026/1/01 and 2026.01.01; passport — or —',
    );
  });

  test('that is an alias clears nothing of another family', async () => {
    const person = await m.contact({ firstName: 'Zelmira', alias: 'Familia Larraín' });
    await household('Casa Zelmira', [person]);
    const other = await m.contact({ firstName: 'Rosa', paternalLastName: 'Larraín' });
    const home = await household('Familia Larraín', [other]);
    const noteUuid = await noteAbout('HOUSEHOLD', home, 'La Familia Larraín pidió un informe');
    expect((await erase(person)).status).toBe(200);
    expect((await admin.get(`/api/households/${home}`)).body.name).toBe('Familia Larraín');
    expect(await textOf(noteUuid)).toBe('La Familia Larraín pidió un informe');
  });

  test('that somebody else has too stays with the other, and it is told', async () => {
    const shared = {
      preferredEmail: 'family@quarrel.example',
      identityType: 'PASSPORT',
      identityId: 'QX-445566',
    };
    const [person, twin] = [await m.contact(shared), await m.contact({ ...shared })];
    const noteUuid = await noteAbout('CONTACT', twin, 'family@quarrel.example, QX-445566');
    const { body } = await erase(person);
    expect(body.kept).toContain('SHARED_OR_SHORT_VALUES');
    expect(await textOf(noteUuid)).toBe('family@quarrel.example, QX-445566');
    expect((await admin.get(pathOf(twin))).body).toMatchObject(shared);
  });

  test('that is a JSON number stays with all its digits, and the answer says where', async () => {
    const person = await m.contact({ identityType: 'CHILE_RUT', identityId: '20111224-9' });
    const other = await m.contact();
    const customFields = '{"rut": 201112249, "policy": 12345678901234567, "said": "20.111.224-9"}';
    await w.db.asPlatform(
      (tx) => tx`
        update contacts set custom_fields = ${customFields} where contact_uuid = ${other}`,
    );
    const dry = await erase(person, { dryRun: true });
    const { status, body } = await erase(person);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.kept).toContain(`NUMBER_IN contacts/${other}/custom_fields`);
    expect(dry.body.kept).toEqual(body.kept);
    const [row] = await w.db.asPlatform(
      (tx) => tx<{ text: string }[]>`
        select custom_fields::text as text from contacts where contact_uuid = ${other}`,
    );
    expect(row?.text).toBe('{"rut": 201112249, "said": "—", "policy": 12345678901234567}');
  });
});

describe('an erased person', () => {
  test('is found in other spellings of names and numbers', async () => {
    const person = await m.contact({
      firstName: 'Andrés',
      paternalLastName: 'Péñaflor',
      identityType: 'CHILE_RUT',
      identityId: '11222333-9',
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '922334455' },
      preferredEmail: 'andres@penaflor.example',
    });
    const home = await household('Casa Péñaflor', [person]);
    const texts = [
      'Andres Penaflor',
      'ANDRES PENAFLOR',
      'Andre\u0301s Pe\u0301n\u0303aflor',
      'Peñaflor, Andrés',
      'PEÑAFLOR ANDRES',
      '11.222.333-9',
      '112223339',
      '011222333-9',
      '+56 9 2233 4455',
      '9 2233-4455',
      'andres at penaflor dot example',
      'ANDRES@PENAFLOR.EXAMPLE',
    ];
    const noteUuid = await noteAbout('HOUSEHOLD', home, texts.join(' | '));
    const elsewhere = await m.contact();
    const numbers = await noteAbout(
      'CONTACT',
      elsewhere,
      'RUT 11.222.333-9, andres@penaflor.example',
    );
    expect((await erase(person)).status).toBe(200);
    expect(await textOf(noteUuid)).toBe(texts.map(() => '—').join(' | '));
    expect(await textOf(numbers)).toBe('RUT —, —');
    expect((await admin.get(`/api/households/${home}`)).body.name).toBe('Casa —');
  });

  test('leaves preferences, names of machines and endpoints, custodians and links without it', async () => {
    const email = 'orsolya@quimby.example';
    const person = await m.contact({
      firstName: 'Orsolya',
      paternalLastName: 'Quimby',
      preferredEmail: email,
      identityType: 'NATIONAL_ID',
      identityId: 'OQ-778899',
    });
    const home = await household('Quimby', [person, await m.contact()]);
    await host.put('/api/auth/me', { preferences: { last: `${email} Orsolya Quimby`, size: 1.5 } });
    const credential = await admin.post('/api/credentials', {
      name: `Feed of ${email}`,
      roles: ['TENANT_STAFF'],
    });
    const partner = await admin.post('/api/partners', { name: `Broker of OQ-778899` });
    const company = await host.post('/api/organisations', { name: 'Shell', taxId: 'OQ 778899' });
    await w.db.asPlatform(
      (tx) => tx`
        insert into household_accounts (tenant_uuid, household_uuid, account_number, custodian)
        values (${tenantUuid}, ${home}, 'A-77', 'Bank, c/o Orsolya Quimby')`,
    );
    const meeting = await m.meeting({
      contactIds: [person],
      meetingLink: `https://meet.example.com/?for=${email}`,
    });
    expect((await erase(person)).status).toBe(200);
    expect((await host.get('/api/auth/me')).body.preferences).toMatchObject({ last: '— —' });
    const { credentialUuid } = credential.body;
    expect((await admin.get(`/api/credentials/${credentialUuid}`)).body.name).toBe('Feed of —');
    expect((await admin.get(`/api/partners/${partner.body.partnerUuid}`)).body.name).toBe(
      'Broker of —',
    );
    const { organisationUuid } = company.body;
    expect((await admin.get(`/api/organisations/${organisationUuid}`)).body.taxId).toBe('—');
    expect((await host.get(meeting.path)).body.meetingLink).not.toContain('orsolya');
    const [account] = await w.db.asPlatform(
      (tx) => tx<{ custodian: string }[]>`
        select custodian from household_accounts where household_uuid = ${home}`,
    );
    expect(account?.custodian).toBe('Bank, c/o —');
  });
});

describe('an erasure', () => {
  test('with dryRun counts by kind, needs no reason and changes nothing', async () => {
    const person = await m.contact({ firstName: 'Perpetua', paternalLastName: 'Quell' });
    const home = await household('Quell', [person, await m.contact()]);
    await noteAbout('CONTACT', person, 'Perpetua called');
    const noteUuid = await noteAbout('HOUSEHOLD', home, 'Perpetua is away');
    const before = (await admin.get(pathOf(person))).body;
    const dry = await erase(person, { dryRun: true });
    expect([dry.status, dry.body.dryRun]).toEqual([200, true]);
    expect(dry.body.removed).toMatchObject({ contacts: 1, notes: 1, memberships: 1 });
    expect(dry.body.removed.mentions).toBeGreaterThan(0);
    expect((await admin.get(pathOf(person))).body).toEqual(before);
    expect(await textOf(noteUuid)).toBe('Perpetua is away');
    expect((await admin.get(`${pathOf(person)}/erase`)).status).toBe(404);
    const { body } = await erase(person);
    expect(body).toMatchObject({ dryRun: false, removed: dry.body.removed });
  });

  test('that was cut off is gone on with where it was, and its state can be asked for', async () => {
    const person = await m.contact({ firstName: 'Tancredi', paternalLastName: 'Quoin' });
    const home = await household('Quoin', [person, await m.contact()]);
    const noteUuid = await noteAbout('HOUSEHOLD', home, 'Tancredi is away');
    const { erasures } = w.services;
    expect((await erase(person)).status).toBe(200);
    // As a process leaves it that ends behind the first transaction.
    await w.db.asPlatform(async (tx) => {
      await tx`update notes set text = 'Tancredi is back' where note_uuid = ${noteUuid}`;
      await tx`
        update contact_erasures
           set finished_at = null, progress = ${tx.json(beginning)}
         where contact_uuid = ${person}`;
    });
    const stateOf = async () => (await admin.get(`${pathOf(person)}/erase`)).body;
    expect(await stateOf()).toMatchObject({ status: 'RUNNING', contactUuid: person });
    expect(await erasures.goOn(tenantUuid, person, -1)).toBeUndefined();
    expect(await textOf(noteUuid)).toBe('— is back');
    expect(await stateOf()).toMatchObject({ status: 'RUNNING' });
    expect(await erasures.goOn(tenantUuid, person)).toMatchObject({ contactUuid: person });
    expect(await stateOf()).toMatchObject({ status: 'DONE', removed: { contacts: 1 } });
    for (const caller of [host, m.client])
      expect((await caller.get(`${pathOf(person)}/erase`)).status).toBe(403);
  });

  test('beside others of one household ends every time', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => m.contact()));
    const home = await household('Grand', people);
    await Promise.all(people.map((each) => noteAbout('CONTACT', each, 'Called')));
    await noteAbout('HOUSEHOLD', home, 'All called');
    const answers = await Promise.all(people.map((each) => erase(each)));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  });
});

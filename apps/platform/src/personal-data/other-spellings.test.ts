import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { distinctContacts } from '../../test-support/distinct-contacts.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const { tenant, staff, managerUuid, person } = await distinctContacts(w);
const admin = await tenant.as('TENANT_ADMIN');

const mark = () => randomUUID().slice(0, 4);

/** Writes notes about a household of a person who is then erased, and returns what is left of them. */
async function leftOf(changes: object, notes: readonly string[]): Promise<string[]> {
  const { contactUuid, path } = await person(changes);
  const household = await staff.post('/api/households', {
    name: randomUUID(),
    relationshipManagerUuid: managerUuid,
    relationshipManagerType: 'TENANT_STAFF',
    isActive: true,
    accountNumbers: [],
    members: [{ memberType: 'CONTACT', contactUuid, isPrimary: true }],
  });
  expect(household.status, JSON.stringify(household.body)).toBe(201);
  const about = { entityType: 'HOUSEHOLD', entityUuid: household.body.householdUuid };
  const uuids: string[] = [];
  for (const text of notes) {
    const { status, body } = await staff.post('/api/notes', { ...about, text });
    expect(status, JSON.stringify(body)).toBe(201);
    uuids.push(body.noteUuid);
  }
  const erased = await admin.post(`${path}/erase`, { reason: 'Asked for it' });
  expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300);
  return Promise.all(uuids.map(async (uuid) => (await staff.get(`/api/notes/${uuid}`)).body.text));
}

test('an erasure finds a name and a RUT in every spelling in which people write them', async () => {
  const own = {
    firstName: 'Andrés',
    paternalLastName: 'Pérez',
    identityType: 'CHILE_RUT',
    identityId: '12.345.678-5',
    identityCountry: 'CHL',
  };
  const names = [
    'Andrés Pérez',
    'Andres Perez',
    'ANDRES PEREZ',
    'Andre\u0301s Pe\u0301rez',
    'Ａｎｄｒés  Pérez',
    'An\u00addrés\u00a0Pérez',
  ];
  const numbers = [
    '12.345.678-5',
    '12345678-5',
    '123456785',
    '012.345.678-5',
    '12 345 678 - 5',
    '１２３４５６７８－５',
  ];
  const left = await leftOf(own, [
    ...names.map((each) => `Habló ${each} hoy`),
    ...numbers.map((each) => `RUT ${each}`),
    'Andresito Perezoso y 112345678-5 siguen',
  ]);
  expect(left).toEqual([
    ...names.map(() => 'Habló — hoy'),
    ...numbers.map(() => 'RUT —'),
    'Andresito Perezoso y 112345678-5 siguen',
  ]);
});

test('in every script, and an e-mail in either form of its domain', async () => {
  const name = `ana.${mark()}`;
  const left = await leftOf(
    {
      firstName: 'Андрей',
      paternalLastName: 'Достоевский',
      identityType: 'NATIONAL_ID',
      identityId: '٢٨٠٠١٠١',
      preferredEmail: `${name}@müller.example`,
      preferredPhoneNumber: { phoneCountryCode: '+44', phoneNumber: '02079460958' },
    },
    [
      'Звонил Андреи\u0306 Достоевскии\u0306',
      'АНДРЕЙ ДОСТОЕВСКИЙ',
      'ID 2800101, ٢٨٠٠١٠١',
      `${name}@MÜLLER.example, ${name}@mu\u0308ller.example, ${name}@xn--mller-kva.example`,
      'Tel. +44 (0)20 7946 0958, 020 7946 0958, 2079460958',
    ],
  );
  expect(left).toEqual(['Звонил —', '—', 'ID —, —', '—, —, —', 'Tel. —, —, —']);
});

test('rows of imports too, which are collected as the person’s by the same forms', async () => {
  const last = `Núñez${mark()}`;
  const { path } = await person({
    firstName: 'Zoë',
    paternalLastName: last,
    identityType: 'NATIONAL_ID',
    identityId: '99.888.777-Z',
  });
  const csv = `firstName,paternalLastName,Nota\n,x,ZOE ${last.toUpperCase().replace('Ú', 'U')} llamó\n,y,n.º 99888777z\n,z,otro`;
  const defaults = JSON.stringify({
    contactManagerId: managerUuid,
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
  });
  const started = await admin.post(
    `/api/contacts/import?${new URLSearchParams({ defaults })}`,
    csv,
    {
      'content-type': 'text/csv',
    },
  );
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  const imported = `/api/contacts/imports/${started.body.importUuid}`;
  await expect
    .poll(async () => (await admin.get(imported)).body.status, { timeout: 60_000 })
    .toBe('DONE');
  const data = await admin.get(`${path}/personal-data`);
  expect(data.body.importRows).toHaveLength(2);
  await admin.post(`${path}/erase`, { reason: 'Asked for it' });
  const rows = await admin.get(`${imported}/refused-rows`);
  const kept = JSON.stringify(rows.body);
  expect([kept.includes('llamó'), kept.includes('99888777'), kept.includes('otro')]).toEqual([
    false,
    false,
    true,
  ]);
});

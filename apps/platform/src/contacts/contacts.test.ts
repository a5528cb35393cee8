import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let staff: Client;
let managerUuid: string;

beforeAll(async () => {
  tenant = await w.tenant();
  [staff, { tenantStaffUuid: managerUuid }] = await Promise.all([
    tenant.as('TENANT_STAFF'),
    tenant.staff(),
  ]);
});

const input = (changes: object = {}) => ({
  ...contactInput(tenant.tenantUuid, managerUuid),
  ...changes,
});

async function created(changes: object = {}) {
  const { status, body } = await staff.post('/api/contacts', input(changes));
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body, path: `/api/contacts/${body.contactUuid}` };
}

const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((each) => each.field);

describe('creating a contact', () => {
  test('answers 200 with every field, those not given yet as null', async () => {
    const { status, body } = await staff.post('/api/contacts', input());
    expect(status).toBe(200);
    const { contactManagerId, firmId, ...rest } = input();
    expect(body).toMatchObject({
      ...rest,
      firmId,
      firmEntityUuid: firmId,
      contactManagerId,
      contactManagerEntityUuid: contactManagerId,
      contactManagerType: 'TENANT',
      tenantUuid: tenant.tenantUuid,
      primaryEmail: null,
      stageName: null,
      annualIncome: null,
      relatedToPEP: null,
      pepEntries: null,
      companyNames: null,
      customFields: null,
      addresses: [],
      householdUuids: [],
      credentialsInitializedAt: null,
    });
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect((await staff.get(`/api/contacts/${body.contactUuid}`)).body).toEqual(body);
  });

  test('takes the required fields alone, null for the rest, and leaves later slices out', async () => {
    const { contactUuid: _uuid, ...body } = await created({
      middleName: null,
      preferredEmail: null,
      identityType: null,
      identityId: null,
      dateOfBirth: null,
      preferredPhoneNumber: null,
      primaryEmail: 'not-now@example.com',
      stageName: 'LEAD',
      addresses: [{ city: 'Santiago' }],
      contactUuid: randomUUID(),
      nonsense: true,
    });
    expect(body).toMatchObject({ middleName: null, primaryEmail: null, stageName: null });
    expect(body.addresses).toEqual([]);
  });

  test('that is refused by the statement itself leaves neither a contact nor an event', async () => {
    const count = () =>
      w.db.asTenant(tenant.tenantUuid, system, async (tx) => {
        const [row] = await tx`
          select (select count(*) from contacts) as contacts, (select count(*) from events) as events`;
        return row;
      });
    const before = await count();
    const bad = [{ contactManagerId: randomUUID() }, { contactSource: 'RUMOUR' }];
    for (const changes of bad) {
      const { status, body } = await staff.post('/api/contacts', input(changes));
      expect([status, ...fieldsOf(body)]).toEqual([400, ...Object.keys(changes)]);
    }
    expect(await count()).toEqual(before);
  });

  const refused: [string, object, string][] = [
    ['no first name', { firstName: undefined }, 'firstName'],
    ['a first name of spaces', { firstName: '  ' }, 'firstName'],
    ['no last name', { paternalLastName: null }, 'paternalLastName'],
    ['an unknown type', { contactType: 'FRIEND' }, 'contactType'],
    ['a type in lower case', { contactType: 'prospect' }, 'contactType'],
    ['an unknown means', { contactMeans: 'CALL' }, 'contactMeans'],
    ['an unknown language', { preferredContactLanguage: 'GERMAN' }, 'preferredContactLanguage'],
    ['another firm type', { firmType: 'PARTNER' }, 'firmType'],
    ['another manager firm type', { contactManagerFirmType: 'PARTNER' }, 'contactManagerFirmType'],
    ['an inactive status', { status: 'INACTIVE' }, 'status'],
    ['another tenant as firm', { firmId: randomUUID() }, 'firmId'],
    ['a firm that is no UUID', { firmId: 'andes' }, 'firmId'],
    ['a manager nobody knows', { contactManagerId: randomUUID() }, 'contactManagerId'],
    ['an unknown gender', { gender: 'X' }, 'gender'],
    ['an unknown marital status', { maritalStatus: 'ENGAGED' }, 'maritalStatus'],
    ['an e-mail that is none', { preferredEmail: 'isabel' }, 'preferredEmail'],
    ['a birth date that is no day', { dateOfBirth: '1979-02-30' }, 'dateOfBirth'],
    ['a birth date to come', { dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
    [
      'a phone code without plus',
      { preferredPhoneNumber: { phoneCountryCode: '56', phoneNumber: '987654321' } },
      'preferredPhoneNumber.phoneCountryCode',
    ],
    [
      'half a phone',
      { preferredPhoneNumber: { phoneCountryCode: '+56' } },
      'preferredPhoneNumber.phoneNumber',
    ],
    ['an unknown identity type', { identityType: 'LIBRARY_CARD' }, 'identityType'],
    ['a RUT with a wrong check digit', { identityId: '12.345.678-9' }, 'identityId'],
    ['a RUT that is none', { identityId: 'ABC' }, 'identityId'],
    ['a country of two letters', { identityCountry: 'CL' }, 'identityCountry'],
    ['a country that does not exist', { identityCountry: 'XYZ' }, 'identityCountry'],
    ['an unknown source', { contactSource: 'ASTROLOGY' }, 'contactSource'],
    ['an unknown segment', { marketSegment: 'PAUPERS' }, 'marketSegment'],
    ['an unknown preference', { contactPreference: 'PHONE' }, 'contactPreference'],
    ['a number for a name', { firstName: 7 }, 'firstName'],
  ];
  test.each(refused)('%s is refused by name', async (_title, changes, field) => {
    const { status, body } = await staff.post('/api/contacts', input(changes));
    expect(status).toBe(400);
    expect(fieldsOf(body)).toContain(field);
  });

  test('a manager who left is refused', async () => {
    const { tenantStaffUuid } = await tenant.staff();
    const admin = await tenant.as('TENANT_ADMIN');
    await admin.delete(`/api/tenant-staff/${tenantStaffUuid}`, {
      staffUuidToDelete: tenantStaffUuid,
    });
    const answer = await staff.post('/api/contacts', input({ contactManagerId: tenantStaffUuid }));
    expect([answer.status, ...fieldsOf(answer.body)]).toEqual([400, 'contactManagerId']);
  });

  test('a RUT is taken with dots and dash or without, and K in any case', async () => {
    for (const identityId of ['12.345.678-5', '12345678-5', '123456785', '6.000.000-k', '6000000K'])
      expect((await created({ identityId })).identityId).toBe(identityId);
  });

  test('an Idempotency-Key creates once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await staff.post('/api/contacts', input(), headers);
    const again = await staff.post('/api/contacts', input(), headers);
    expect(again.body).toEqual(first.body);
    expect((await staff.post('/api/contacts', input({ alias: 'x' }), headers)).status).toBe(422);
  });
});

describe('changing a contact', () => {
  const sales = {
    contactType: 'ACTIVE',
    displayName: 'Isabel F.',
    annualIncome: '120000.50',
    liquidNetWorth: '-15.0000',
    totalNetWorth: '999999999999999.9999',
    countryOfCitizenship: 'CHL',
    countryOfBirth: 'ARG',
    segmentName: 'HIGH_NET_WORTH',
    stageName: 'ONBOARDING',
    firmName: 'Andes',
    capturedByType: 'TENANT',
  };
  const compliance = {
    alias: 'Isa',
    gender: 'OTHER',
    phoneNumber: { country: 'CL', phoneCountryCode: '+56', phoneNumber: '222223333' },
    primaryCountryOfCitizenship: 'CHL',
    relatedToPEP: true,
    directorOrTenPercentShareholder: false,
    pepEntries: [{ name: 'Juan', position: 'Senator', endDate: null, circular: 62 }],
    companyNames: ['Fuentes SpA'],
    tradingSymbols: null,
    identityDocuments: [
      {
        specificationData: {
          specificationType: 'CHILE_RUT_CARD',
          country: 'CHL',
          identityId: '12.345.678-5',
          issuingAuthority: 'Registro Civil',
        },
      },
    ],
    currentEmployment: { employmentStatus: 'self_employed', employerName: 'Fuentes SpA' },
    employmentHistory: [
      {
        employmentStatus: 'self-employed',
        employerName: 'Minera',
        jobPosition: 'Geologist',
        startDate: '2001-03-01',
        endDate: '2010-12-31',
        country: 'CL',
        streetName: 'Apoquindo',
        regionState: 'RM',
        streetNumber: '3000',
        city: 'Santiago',
        apartment: '12',
        commune: 'Las Condes',
        zipCode: '7550000',
      },
    ],
    customFields: { hobby: 'chess', scores: [1, 2, { deep: true }] },
  };

  test('the sales and the compliance slice come back as sent and leave each other alone', async () => {
    const { path, ...before } = await created();
    const first = await staff.put(path, sales);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body).toEqual({
      ...before,
      ...sales,
      version: 2,
      updatedAt: first.body.updatedAt,
    });
    const second = await staff.put(path, compliance);
    expect(second.status, JSON.stringify(second.body)).toBe(200);
    expect(second.body).toEqual({
      ...first.body,
      ...compliance,
      version: 3,
      updatedAt: second.body.updatedAt,
    });
    expect((await staff.get(path)).body).toEqual(second.body);
    // A list writes the same contact another way.
    const is = { field: 'contactUuid', operator: 'EQUALS', value: second.body.contactUuid };
    const list = await staff.post('/api/v2/contacts', { filters: [is] });
    const [{ readiness: _short, documentExpiresOn: _next, ...listed }] = list.body.content;
    expect(listed).toEqual(second.body);
    expect(Object.keys(listed)).toEqual(Object.keys(second.body));
  });

  test('null clears, absent stays, read-only and unknown fields are ignored', async () => {
    const { path, ...before } = await created();
    await staff.put(path, { ...sales, ...compliance });
    const answer = await staff.put(path, {
      ...Object.fromEntries(Object.keys(compliance).map((name) => [name, null])),
      contactUuid: randomUUID(),
      contactComplianceUuid: randomUUID(),
      tenantUuid: randomUUID(),
      createdAt: '1999-01-01T00:00:00',
      householdUuids: [randomUUID()],
      nonsense: 1,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const cleared = Object.fromEntries(Object.keys(compliance).map((name) => [name, null]));
    expect(answer.body).toEqual({
      ...before,
      ...sales,
      ...cleared,
      version: 3,
      updatedAt: answer.body.updatedAt,
    });
    expect((await staff.put(path, {})).body).toEqual(answer.body);
  });

  test('amounts are echoed to the letter', async () => {
    const { path } = await created();
    for (const annualIncome of ['0', '-0', '007.10', '123456789012345.6789'])
      expect((await staff.put(path, { annualIncome })).body.annualIncome).toBe(annualIncome);
  });

  const document = (changes: object) => ({
    identityDocuments: [
      {
        specificationData: {
          specificationType: 'PASSPORT',
          country: 'USA',
          identityId: 'X1',
          ...changes,
        },
      },
    ],
  });
  const refused: [string, object, string][] = [
    ['no first name', { firstName: null }, 'firstName'],
    ['an unknown status', { status: 'GONE' }, 'status'],
    ['no status', { status: null }, 'status'],
    ['an amount with a comma', { annualIncome: '1,5' }, 'annualIncome'],
    ['an amount that is a number', { totalNetWorth: 5 }, 'totalNetWorth'],
    ['an amount of 16 digits', { totalNetWorth: '1234567890123456' }, 'totalNetWorth'],
    ['an amount with 5 decimals', { liquidNetWorth: '1.12345' }, 'liquidNetWorth'],
    ['an unknown stage', { stageName: 'LIMBO' }, 'stageName'],
    ['an unknown segment', { segmentName: 'PAUPERS' }, 'segmentName'],
    ['an unknown source', { contactSource: 'ASTROLOGY' }, 'contactSource'],
    ['an unknown birth country', { countryOfBirth: 'CL' }, 'countryOfBirth'],
    [
      'another tenant as firm',
      { firmType: 'TENANT', firmEntityUuid: randomUUID() },
      'firmEntityUuid',
    ],
    ['an unknown partner', { firmType: 'PARTNER', firmEntityUuid: randomUUID() }, 'firmEntityUuid'],
    ['an unknown manager', { contactManagerEntityUuid: randomUUID() }, 'contactManagerEntityUuid'],
    ['an unknown manager type', { contactManagerType: 'BROKER' }, 'contactManagerType'],
    ['an e-mail that is none', { primaryEmail: 'isabel@' }, 'primaryEmail'],
    [
      'a phone country of three letters',
      { phoneNumber: { country: 'CHL', phoneCountryCode: '+56', phoneNumber: '22222' } },
      'phoneNumber.country',
    ],
    ['a RUT that the stored type refuses', { identityId: '1-1' }, 'identityId'],
    ['a PEP flag in words', { relatedToPEP: 'yes' }, 'relatedToPEP'],
    ['PEP entries that are none', { pepEntries: 'none' }, 'pepEntries'],
    ['a PEP entry that is no object', { pepEntries: ['Juan'] }, 'pepEntries[0]'],
    [
      'a PEP date that is no day',
      { pepEntries: [{ startDate: '2001-13-01' }] },
      'pepEntries[0].startDate',
    ],
    [
      'a document of an unknown kind',
      document({ specificationType: 'CARD' }),
      'identityDocuments[0].specificationData.specificationType',
    ],
    [
      'a document without a number',
      document({ identityId: undefined }),
      'identityDocuments[0].specificationData.identityId',
    ],
    [
      'a document of no country',
      document({ country: 'ZZZ' }),
      'identityDocuments[0].specificationData.country',
    ],
    [
      'a Chilean card of another country',
      document({ specificationType: 'CHILE_RUT_CARD', identityId: '12.345.678-5' }),
      'identityDocuments[0].specificationData.country',
    ],
    [
      'a Chilean card with a wrong check digit',
      document({ specificationType: 'CHILE_RUT_CARD', country: 'CHL', identityId: '12.345.678-6' }),
      'identityDocuments[0].specificationData.identityId',
    ],
    ['an empty document', { identityDocuments: [{}] }, 'identityDocuments[0].specificationData'],
    [
      'an unknown employment status',
      { employmentHistory: [{ employmentStatus: 'resting' }] },
      'employmentHistory[0].employmentStatus',
    ],
    [
      'an employment country of three letters',
      { currentEmployment: { country: 'CHL' } },
      'currentEmployment.country',
    ],
    [
      'employment that ends before it begins',
      { employmentHistory: [{ startDate: '2010-01-02', endDate: '2010-01-01' }] },
      'employmentHistory[0].endDate',
    ],
    ['custom fields that are a list', { customFields: [] }, 'customFields'],
    [
      '101 custom fields',
      { customFields: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, 1])) },
      'customFields',
    ],
    ['custom fields over 16 KiB', { customFields: { text: 'x'.repeat(16_384) } }, 'customFields'],
    ['addresses that are none', { addresses: 'Santiago' }, 'addresses'],
    ['an address of no country', { addresses: [{ country: 'ZZZ' }] }, 'addresses[0].country'],
    [
      'an address of an unknown slice',
      { addresses: [{}, { contactAddressType: 'LEGAL' }] },
      'addresses[1].contactAddressType',
    ],
    [
      'an address nobody has',
      { addresses: [{ addressUuid: randomUUID() }] },
      'addresses[0].addressUuid',
    ],
    [
      'two primary addresses of a slice',
      { addresses: [{ isPrimary: true }, { isPrimary: true, contactAddressType: 'SALES' }] },
      'addresses[1].isPrimary',
    ],
  ];
  test.each(refused)(
    '%s is refused by name and nothing changes',
    async (_title, changes, field) => {
      const { path, ...before } = await created();
      const { status, body } = await staff.put(path, { middleName: 'Changed', ...changes });
      expect(status, JSON.stringify(body)).toBe(400);
      expect(fieldsOf(body)).toContain(field);
      expect((await staff.get(path)).body).toEqual(before);
    },
  );

  test('exactly 100 custom fields and 16 KiB are taken', async () => {
    const { path } = await created();
    const hundred = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 1]));
    expect((await staff.put(path, { customFields: hundred })).body.customFields).toEqual(hundred);
    const text = 'x'.repeat(16_384 - '{"text":""}'.length);
    expect((await staff.put(path, { customFields: { text } })).status).toBe(200);
  });

  test('a contact can be handed to a partner and back to the tenant', async () => {
    const partnerUuid = randomUUID();
    await insertPartner(partnerUuid);
    const { path } = await created();
    const handed = await staff.put(path, { firmType: 'PARTNER', firmEntityUuid: partnerUuid });
    expect(handed.body).toMatchObject({ firmType: 'PARTNER', firmEntityUuid: partnerUuid });
    expect((await staff.put(path, { firmType: 'PARTNER' })).status).toBe(200);
    const back = await staff.put(path, { firmType: 'TENANT' });
    expect(back.body).toMatchObject({ firmType: 'TENANT', firmEntityUuid: tenant.tenantUuid });
  });
});

test('a firm type alone is taken: the firm is checked only when it is sent', async () => {
  const { path } = await created();
  const { status, body } = await staff.put(path, { firmType: 'PARTNER' });
  expect([status, body.firmType, body.firmEntityUuid]).toEqual([200, 'PARTNER', tenant.tenantUuid]);
  // A record that was read may be sent again as it is.
  const { firmType, firmEntityUuid } = body;
  expect((await staff.put(path, { firmType, firmEntityUuid })).status).toBe(200);
});

describe('addresses', () => {
  test('without addressUuid are added, with it are changed, and the others stay', async () => {
    const { path } = await created();
    const home = {
      streetName: 'Apoquindo',
      streetNumber: '3000',
      country: 'CHL',
      addressType: 'HOME',
    };
    const first = await staff.put(path, {
      addresses: [
        { ...home, contactAddressType: 'SALES', isPrimary: true },
        { city: 'Viña del Mar', contactAddressType: 'COMPLIANCE', isPrimary: true },
      ],
    });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.addresses).toHaveLength(2);
    const [one, two] = first.body.addresses;
    expect(one).toMatchObject({
      ...home,
      city: null,
      isPrimary: true,
      contactAddressType: 'SALES',
    });

    const changed = await staff.put(path, {
      addresses: [{ addressUuid: one.addressUuid, streetNumber: null, city: 'Santiago' }],
    });
    expect(changed.body.addresses).toEqual([{ ...one, streetNumber: null, city: 'Santiago' }, two]);
  });

  test('a new primary takes the mark from the old one of its slice', async () => {
    const { path } = await created();
    await staff.put(path, { addresses: [{ city: 'Arica', isPrimary: true }] });
    const { body } = await staff.put(path, { addresses: [{ city: 'Lota', isPrimary: true }] });
    expect(primaries(body)).toEqual(['Lota']);
    const arica = body.addresses.find((each: { city: string }) => each.city === 'Arica');
    const back = await staff.put(path, {
      addresses: [{ addressUuid: arica.addressUuid, isPrimary: true }],
    });
    expect(primaries(back.body)).toEqual(['Arica']);
    const moved = await staff.put(path, {
      addresses: [{ addressUuid: arica.addressUuid, contactAddressType: 'COMPLIANCE' }],
    });
    expect(primaries(moved.body)).toEqual(['Arica']);
  });

  test('of 50 new primaries at once one is left', async () => {
    const { path } = await created();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        staff.put(path, { addresses: [{ city: `C${at}`, isPrimary: true }] }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const { body } = await staff.get(path);
    expect(body.addresses).toHaveLength(50);
    expect(primaries(body)).toHaveLength(1);
  });

  test('another contact’s address is out of reach; null removes them all', async () => {
    const [mine, other] = [await created(), await created()];
    const { body } = await staff.put(other.path, { addresses: [{ city: 'Arica' }] });
    const { addressUuid } = body.addresses[0];
    const stolen = await staff.put(mine.path, { addresses: [{ addressUuid, city: 'Lota' }] });
    expect([stolen.status, ...fieldsOf(stolen.body)]).toEqual([400, 'addresses[0].addressUuid']);
    expect((await staff.put(other.path, { addresses: null })).body.addresses).toEqual([]);
  });

  const primaries = (body: { addresses: { city: string; isPrimary: boolean }[] }) =>
    body.addresses.filter((each) => each.isPrimary).map((each) => each.city);
});

describe('credentials', () => {
  const email = () => `${randomUUID()}@client.example`;

  test('need a primary e-mail first', async () => {
    const { path } = await created();
    const { status, body } = await staff.post(`${path}/credentials/init`, {});
    expect([status, body.code]).toEqual([400, 'PRIMARY_EMAIL_REQUIRED']);
  });

  test('open the platform to a contact, who chooses a password by mail and signs in', async () => {
    const { path, contactUuid } = await created();
    const primaryEmail = email();
    await staff.put(path, { primaryEmail });
    const answer = await staff.post(`${path}/credentials/init`, {});
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ contactUuid, userUuid: contactUuid, email: primaryEmail });
    await setPassword(primaryEmail);
    const login = await signIn(primaryEmail);
    expect(login.status).toBe(200);
    expect(login.body.user).toMatchObject({ userUuid: contactUuid, userType: 'CLIENT' });
    expect((await staff.get(path)).body.credentialsInitializedAt).toBeTruthy();

    const moved = email();
    expect((await staff.put(path, { primaryEmail: moved })).status).toBe(200);
    expect((await signIn(primaryEmail)).status).toBe(401);
    expect((await signIn(moved)).status).toBe(200);
    const gone = await staff.put(path, { primaryEmail: null });
    expect([gone.status, gone.body.code]).toEqual([409, 'LOGIN_NEEDS_EMAIL']);

    await staff.put(path, { status: 'INACTIVE' });
    expect((await signIn(moved)).status).toBe(403);
    await staff.put(path, { status: 'ACTIVE' });
    expect((await signIn(moved)).status).toBe(200);
    expect((await staff.delete(path)).status).toBe(204);
    expect((await signIn(moved)).status).toBe(401);
  });

  test('asked for again mail a new link and make no second account, even 5 at once', async () => {
    const { path } = await created();
    const primaryEmail = email();
    await staff.put(path, { primaryEmail });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => staff.post(`${path}/credentials/init`)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    await expect.poll(() => w.mails.filter((mail) => mail.to === primaryEmail).length).toBe(5);
  });

  test('are refused for an e-mail that another login has, staff or contact, in any case', async () => {
    const { userEmail } = await tenant.staff();
    const { path } = await created();
    await staff.put(path, { primaryEmail: userEmail.toUpperCase() });
    const { status, body } = await staff.post(`${path}/credentials/init`, {});
    expect([status, body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(body.errors[0].field).toBe('primaryEmail');
    expect((await staff.get(path)).body.credentialsInitializedAt).toBeNull();

    const own = email();
    await staff.put(path, { primaryEmail: own });
    await staff.post(`${path}/credentials/init`, {});
    const taken = await staff.put(path, { primaryEmail: userEmail, alias: 'Isa' });
    expect([taken.status, taken.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(taken.body.errors[0].field).toBe('primaryEmail');
    expect((await staff.get(path)).body).toMatchObject({ primaryEmail: own, alias: null });
  });

  test('are not given to an inactive contact', async () => {
    const { path } = await created();
    await staff.put(path, { primaryEmail: email(), status: 'INACTIVE' });
    expect((await staff.post(`${path}/credentials/init`, {})).status).toBe(409);
  });

  async function setPassword(to: string) {
    const mail = () => w.mails.find((each) => each.to === to);
    await expect.poll(mail).toBeTruthy();
    const token = /token=([\w-]+)/.exec(mail()?.text ?? '')?.[1];
    const password = 'a client’s horse';
    const set = await w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
    expect(set.status).toBe(204);
  }

  const signIn = (to: string) =>
    w.anonymous.post('/api/auth/login', { email: to, password: 'a client’s horse' });
});

describe('finding contacts', () => {
  test('a search takes words of names, e-mails and numbers, without accents and in any order', async () => {
    const { contactUuid } = await created({
      firstName: 'Sebastián',
      paternalLastName: 'Etchegaray',
      preferredEmail: 'seba.e@example.org',
    });
    for (const term of ['etchegaray sebastian', 'SEBASTIÁN', 'seba.e@', '12.345 etche']) {
      const { status, body } = await staff.get(
        `/api/contacts?searchTerm=${encodeURIComponent(term)}`,
      );
      expect([status, body.content[0]?.contactUuid], term).toEqual([200, contactUuid]);
    }
    for (const term of ['%', '_', 'nobody']) {
      const { body } = await staff.get(`/api/contacts?searchTerm=${encodeURIComponent(term)}`);
      expect(body.totalElements, term).toBe(0);
    }
  });

  test('pages neither lose nor repeat a contact when many are equal', async () => {
    const many = await w.tenant();
    const [reader, { tenantStaffUuid }] = [await many.as('TENANT_STAFF'), await many.staff()];
    const same = contactInput(many.tenantUuid, tenantStaffUuid);
    await Promise.all(Array.from({ length: 23 }, () => reader.post('/api/contacts', same)));
    const seen: string[] = [];
    for (let page = 0; page < 3; page++) {
      const { body } = await reader.get(`/api/contacts?page=${page}&size=10&sort=firstName,desc`);
      expect(body).toMatchObject({ number: page, size: 10, totalElements: 23, totalPages: 3 });
      seen.push(...body.content.map((each: { contactUuid: string }) => each.contactUuid));
    }
    expect(new Set(seen).size).toBe(23);
    expect((await reader.get('/api/contacts?sort=searchText')).status).toBe(400);
    expect((await reader.get('/api/contacts?size=0')).body.size).toBe(1);
  });

  test('a deleted contact is gone from everywhere, and deleted once', async () => {
    const { path, contactUuid } = await created({ firstName: 'Ephemera' });
    expect((await staff.delete(path)).status).toBe(204);
    const again = [
      await staff.get(path),
      await staff.put(path, { alias: 'x' }),
      await staff.delete(path),
      await staff.post(`${path}/credentials/init`),
    ];
    expect(again.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    const { body } = await staff.get('/api/contacts?searchTerm=ephemera');
    expect(body.content.map((each: { contactUuid: string }) => each.contactUuid)).not.toContain(
      contactUuid,
    );
  });
});

describe('who may', () => {
  test('every staff role works with contacts, a client does not', async () => {
    const { path } = await created();
    for (const role of ['TENANT_ADMIN', 'TENANT_STAFF'] as const)
      expect((await (await tenant.as(role)).get(path)).status, role).toBe(200);
    const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenant.tenantUuid });
    expect((await root.get(path)).status).toBe(200);
    expect((await root.post('/api/contacts', input())).status).toBe(200);
    const client = await tenant.as('CLIENT');
    const answers = [
      await client.get(path),
      await client.get('/api/contacts'),
      await client.post('/api/contacts', input()),
      await client.put(path, {}),
      await client.delete(path),
      await client.post(`${path}/credentials/init`),
      await client.get('/api/core/platformconfigs/v1/contacts/stages'),
    ];
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([403]));
    expect((await w.anonymous.get(path)).status).toBe(401);
  });

  test('another tenant’s contact is 404, and so is what is no UUID', async () => {
    const { path, contactUuid } = await created();
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    const answers = [
      await stranger.get(path),
      await stranger.put(path, { alias: 'mine' }),
      await stranger.delete(path),
      await stranger.post(`${path}/credentials/init`),
      await staff.get('/api/contacts/42'),
      await staff.get(`/api/contacts/${randomUUID()}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(404));
    expect((await staff.get(path)).body).toMatchObject({ contactUuid, alias: null });
    expect((await stranger.get('/api/contacts')).body.totalElements).toBe(0);
  });

  test('partner staff see the contacts their partner manages, and no others', async () => {
    const [partnerUuid, rival] = [randomUUID(), randomUUID()];
    await Promise.all([insertPartner(partnerUuid), insertPartner(rival)]);
    const { tenantStaffUuid: partnerManager } = await tenant.staff({ partnerUuid });
    const partnerStaff = await tenant.as('PARTNER_STAFF', partnerUuid);
    const [managed, owned, other] = [
      await created({ contactManagerId: partnerManager }),
      await created(),
      await created(),
    ];
    await staff.put(owned.path, { firmType: 'PARTNER', firmEntityUuid: partnerUuid });
    const seen = async ({ path }: { path: string }) => (await partnerStaff.get(path)).status;
    expect([await seen(managed), await seen(owned), await seen(other)]).toEqual([200, 200, 404]);
    expect((await partnerStaff.get('/api/contacts')).body.totalElements).toBe(2);
    expect((await partnerStaff.put(other.path, { alias: 'x' })).status).toBe(404);
    expect((await partnerStaff.delete(other.path)).status).toBe(404);
    const rivals = await tenant.as('PARTNER_ADMIN', rival);
    expect((await rivals.get('/api/contacts')).body.totalElements).toBe(0);

    expect((await partnerStaff.post('/api/contacts', input())).status).toBe(400);
    const own = await partnerStaff.post(
      '/api/contacts',
      input({ contactManagerId: partnerManager }),
    );
    expect(own.status).toBe(200);
    const away = await partnerStaff.put(managed.path, { contactManagerId: managerUuid });
    expect([away.status, ...fieldsOf(away.body)]).toEqual([400, 'contactManagerId']);
  });
});

test('every change leaves one event with ids and counts, and nobody’s data', async () => {
  const { path, contactUuid } = await created();
  await staff.put(path, { primaryEmail: `${randomUUID()}@client.example`, alias: 'Isa' });
  await staff.post(`${path}/credentials/init`);
  await staff.delete(path);
  const events = await w.db.asPlatform(
    (tx) => tx`select event_type, actor_type, entity_type, attributes from events
                where entity_id = ${contactUuid} order by recorded_at, event_uuid`,
  );
  expect(events.map((event) => event.eventType)).toEqual([
    'contact.created',
    'contact.updated',
    'contact.credentials_initialized',
    'contact.deleted',
  ]);
  expect(events[1]?.attributes).toEqual({
    fieldCount: '2',
    addressCount: '0',
    changedFields: 'alias,primaryEmail',
    changesHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.stringify(events)).not.toMatch(/Isa|Fuentes|@/);
});

function insertPartner(partnerUuid: string) {
  const { tenantUuid } = tenant;
  return w.db.asPlatform(
    (tx) => tx`insert into partners ${tx({ tenantUuid, partnerUuid, name: 'Partner' })}`,
  );
}

test('no contact was written without an event in the same transaction', async () => {
  expect(await w.unrecorded(['contacts'])).toEqual([]);
});

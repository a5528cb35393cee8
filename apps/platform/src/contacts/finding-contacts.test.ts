import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { distinctContacts } from '../../test-support/distinct-contacts.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const { tenant, staff, person } = await distinctContacts(w);

const uuids = (contacts: { contactUuid: string }[]) => contacts.map((each) => each.contactUuid);

describe('filtering contacts', () => {
  let rich: { contactUuid: string; path: string };
  let poor: { contactUuid: string; path: string };
  const filter = (...filters: object[]) =>
    staff.post('/api/v2/contacts', {
      filters: [{ field: 'alias', operator: 'equals', value: 'filtered' }, ...filters],
      sort: ['totalNetWorth,desc'],
    });

  beforeAll(async () => {
    [rich, poor] = [await person({ gender: 'FEMALE' }), await person({ gender: 'MALE' })];
    await staff.put(rich.path, {
      alias: 'filtered',
      totalNetWorth: '1000000.5',
      stageName: 'LEAD',
    });
    await staff.put(poor.path, { alias: 'filtered', totalNetWorth: '999', relatedToPEP: true });
  });

  test.each<[string, object, ('rich' | 'poor')[]]>([
    ['an enumeration', { field: 'gender', operator: 'EQUALS', value: 'FEMALE' }, ['rich']],
    [
      'amounts as numbers',
      { field: 'totalNetWorth', operator: 'greater_than', value: '1000' },
      ['rich'],
    ],
    ['a range', { field: 'totalNetWorth', operator: 'RANGE', min: 1, max: 999 }, ['poor']],
    ['what is unset', { field: 'stageName', operator: 'IS_NULL' }, ['poor']],
    ['a flag', { field: 'relatedToPEP', operator: 'equals', value: true }, ['poor']],
    ['part of a text', { field: 'alias', operator: 'CONTAINS', value: 'FILT' }, ['rich', 'poor']],
    [
      'a birth date',
      { field: 'dateOfBirth', operator: 'less_than', value: '1979-07-15' },
      ['rich', 'poor'],
    ],
  ])('works by %s', async (_title, condition, expected) => {
    const { status, body } = await filter(condition);
    expect(status, JSON.stringify(body)).toBe(200);
    const named = { rich, poor };
    expect(uuids(body.content)).toEqual(expected.map((name) => named[name].contactUuid));
  });

  test('compares record times by the second that answers show', async () => {
    const { createdAt } = (await staff.get(rich.path)).body;
    const by = async (operator: string, condition: object) =>
      uuids((await filter({ field: 'createdAt', operator, ...condition })).body.content);
    const later = Temporal.PlainDateTime.from(createdAt).add({ seconds: 1 }).toString();
    for (const [operator, condition] of [
      ['EQUALS', { value: createdAt }],
      ['IN', { values: [createdAt] }],
      ['RANGE', { min: createdAt, max: createdAt }],
      ['LESS_THAN_OR_EQUAL', { value: createdAt }],
      ['GREATER_THAN_OR_EQUAL', { value: createdAt }],
      ['LESS_THAN', { value: later }],
    ] as const)
      expect(await by(operator, condition), operator).toContain(rich.contactUuid);
    for (const [operator, condition] of [
      ['NOT_EQUALS', { value: createdAt }],
      ['NOT_IN', { values: [createdAt] }],
      ['GREATER_THAN', { value: createdAt }],
      ['LESS_THAN', { value: createdAt }],
    ] as const)
      expect(await by(operator, condition), operator).not.toContain(rich.contactUuid);
  });

  test('refuses fields, operators, sizes and sorts it does not know', async () => {
    for (const body of [
      { filters: [{ field: 'search_text', operator: 'equals', value: 'x' }] },
      { filters: [{ field: 'alias', operator: 'resembles', value: 'x' }] },
      { size: 0 },
      { size: 101 },
      { sort: ['password,asc'] },
    ]) {
      const answer = await staff.post('/api/v2/contacts', body);
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  test('offers a field’s distinct values, sorted and searchable', async () => {
    const values = (body: object) => staff.post('/api/v2/contacts/filter-values', body);
    const filters = [{ field: 'alias', operator: 'equals', value: 'filtered' }];
    expect((await values({ field: 'gender', filters })).body).toEqual({
      field: 'gender',
      values: ['FEMALE', 'MALE'],
      total: 2,
    });
    expect((await values({ field: 'gender', filters, search: 'fem' })).body.total).toBe(1);
    expect((await values({ field: 'stageName', filters })).body.values).toEqual(['LEAD']);
    expect((await values({ field: 'searchText' })).status).toBe(400);
  });

  test('shows nothing to a client, and nothing of another tenant', async () => {
    const client = await tenant.as('CLIENT');
    expect((await client.post('/api/v2/contacts', {})).status).toBe(403);
    expect((await client.post('/api/v2/contacts/filter-values', { field: 'alias' })).status).toBe(
      403,
    );
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await stranger.post('/api/v2/contacts', {})).body.totalElements).toBe(0);
    const { body } = await stranger.post('/api/v2/contacts/filter-values', { field: 'alias' });
    expect(body.values).toEqual([]);
  });
});

describe('readiness', () => {
  const sales = {
    countryOfBirth: 'CHL',
    countryOfCitizenship: 'CHL',
    annualIncome: '1',
    liquidNetWorth: '1',
    totalNetWorth: '1',
    stageName: 'LEAD',
    identityType: 'PASSPORT',
    identityId: 'P1',
    addresses: [{ city: 'Arica', contactAddressType: 'SALES' }],
  };
  const passport = (expirationDate: string) => ({
    specificationData: {
      specificationType: 'PASSPORT',
      country: 'CHL',
      identityId: 'P1',
      expirationDate,
    },
  });
  const compliance = {
    phoneNumber: { country: 'CL', phoneCountryCode: '+56', phoneNumber: '222223333' },
    primaryCountryOfCitizenship: 'CHL',
    relatedToPEP: true,
    directorOrTenPercentShareholder: false,
    identityDocuments: [passport('2999-01-01')],
    currentEmployment: { employmentStatus: 'retired' },
    addresses: [{ streetName: 'Apoquindo', contactAddressType: 'COMPLIANCE' }],
  };
  const complete = (body: { steps: { step: string; complete: boolean }[] }) =>
    body.steps.filter((each) => each.complete).map((each) => each.step);

  test('leads through onboarding call by call until everything is there', async () => {
    const { path } = await person();
    const readiness = async () => (await staff.get(`${path}/readiness`)).body;
    let now = await readiness();
    expect(now).toMatchObject({ ready: false, expiringDocuments: [] });
    expect(complete(now)).toEqual([]);
    expect(now.nextCall).toMatchObject({ method: 'PUT', path });
    expect(now.nextCall.fields.toSorted()).toEqual(Object.keys(sales).toSorted());

    await staff.put(path, sales);
    now = await readiness();
    expect(complete(now)).toEqual(['SALES']);
    expect(now.nextCall.fields.toSorted()).toEqual(Object.keys(compliance).toSorted());

    await staff.put(path, compliance);
    now = await readiness();
    expect(now.nextCall.fields).toEqual(['pepEntries']);
    await staff.put(path, { pepEntries: [{ name: 'Juan' }] });
    now = await readiness();
    expect(now.nextCall.fields).toEqual(['primaryEmail']);
    await staff.put(path, { primaryEmail: `${randomUUID()}@client.example` });
    now = await readiness();
    expect(now.nextCall).toEqual({ method: 'POST', path: `${path}/credentials/init`, fields: [] });
    expect((await staff.post(now.nextCall.path)).status).toBe(200);
    now = await readiness();
    expect(now).toMatchObject({ ready: true, nextCall: null });
  });

  test('tells of documents that expire, and of those that have', async () => {
    const { path } = await person();
    const soon = Temporal.Now.plainDateISO('UTC').add({ days: 60 }).toString();
    await staff.put(path, { identityDocuments: [passport(soon), passport('2999-01-01')] });
    let { body } = await staff.get(`${path}/readiness`);
    expect(body.expiringDocuments).toMatchObject([{ expirationDate: soon, expired: false }]);
    expect(body.steps[1].invalid).toEqual([]);
    await staff.put(path, { identityDocuments: [passport('2020-01-01')] });
    ({ body } = await staff.get(`${path}/readiness`));
    expect(body.expiringDocuments).toMatchObject([{ expired: true }]);
    expect(body.steps[1].invalid).toMatchObject([{ code: 'EXPIRED' }]);
  });

  test('is for staff of the tenant', async () => {
    const { path } = await person();
    const stranger = await (await w.tenant()).as('TENANT_STAFF');
    expect((await stranger.get(`${path}/readiness`)).status).toBe(404);
    const client = await tenant.as('CLIENT');
    expect((await client.get(`${path}/readiness`)).status).toBe(403);
  });

  test('finds a post-office box for a residence, and a value that left its list', async () => {
    const { path } = await person();
    await staff.put(path, {
      stageName: 'PROPOSAL',
      addresses: [{ streetName: 'Casilla 12', contactAddressType: 'COMPLIANCE' }],
    });
    const admin = await tenant.as('TENANT_ADMIN');
    const stages = '/api/core/platformconfigs/v1/contacts/stages';
    await admin.put(stages, [{ value: 'LEAD' }, { value: 'PROPOSAL', isActive: false }]);
    const { body } = await staff.get(`${path}/readiness`);
    expect(body.steps[0].invalid).toMatchObject([{ field: 'stageName', code: 'NOT_ALLOWED' }]);
    expect(body.steps[1].invalid).toMatchObject([
      { field: 'addresses[0].streetName', code: 'POST_OFFICE_BOX' },
    ]);
  });
});

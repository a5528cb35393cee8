import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';
import { contactsList, fetchWithReadiness, findAssessedContact } from '../queries.ts';
import { assessReadiness } from './assess-readiness.ts';

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

const today = Temporal.Now.plainDateISO('UTC');
const inDays = (days: number) => today.add({ days }).toString();

async function contact(changes: object = {}, alias = 'x'): Promise<string> {
  const { body } = await staff.post('/api/contacts', {
    ...contactInput(tenant.tenantUuid, managerUuid),
    identityType: 'PASSPORT',
  });
  const changed = await staff.put(`/api/contacts/${body.contactUuid}`, { alias, ...changes });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  return body.contactUuid;
}

const document = (expirationDate: string | null, specificationType = 'PASSPORT') => ({
  specificationData: { specificationType, country: 'CHL', identityId: 'P1', expirationDate },
});

const sales = {
  countryOfBirth: 'CHL',
  countryOfCitizenship: 'CHL',
  annualIncome: '1',
  liquidNetWorth: '1',
  totalNetWorth: '1',
  stageName: 'LEAD',
};
const compliance = {
  phoneNumber: { country: 'CL', phoneCountryCode: '+56', phoneNumber: '222223333' },
  primaryCountryOfCitizenship: 'CHL',
  relatedToPEP: false,
  directorOrTenPercentShareholder: false,
  identityDocuments: [document('2999-01-01')],
  currentEmployment: { employmentStatus: 'retired' },
};
const addresses = [
  { city: 'Arica', contactAddressType: 'SALES' },
  { streetName: 'Apoquindo', contactAddressType: 'COMPLIANCE' },
];

const find = async (body: object) => (await staff.post('/api/v2/contacts', body)).body.content;
const equals = (field: string, value: unknown) => ({ field, operator: 'EQUALS', value });
const byAlias = (alias: string) => equals('alias', alias);

describe('readiness in a list', () => {
  /** Says what a contact can be like: complete, but for what is taken away and what is added. */
  const profile = fc.record({
    missing: fc.subarray([...Object.keys(sales), ...Object.keys(compliance), 'gender'], {
      maxLength: 4,
    }),
    documents: fc.array(
      fc.record({
        days: fc.constantFrom(null, -400, -91, -90, -2, -1, 0, 1, 2, 89, 90, 91, 92, 400),
        type: fc.constantFrom('PASSPORT', 'NATIONAL_ID'),
      }),
      { maxLength: 3 },
    ),
    addresses: fc.subarray([
      ...addresses,
      { streetName: 'P.O. Box 7', contactAddressType: 'COMPLIANCE' },
    ]),
    relatedToPEP: fc.constantFrom(true, false, null),
    relationships: fc.array(fc.constantFrom(undefined, null, '', 'self', 'SELF', 'SPOUSE'), {
      maxLength: 2,
    }),
    // A value that no call takes any more, but older records have.
    stored: fc.record(
      {
        stageName: fc.constantFrom('LEAD', 'GONE', ''),
        segmentName: fc.constantFrom('AFFLUENT', 'GONE'),
        identityType: fc.constantFrom('CHILE_RUT', 'PASSPORT'),
        identityId: fc.constantFrom('12.345.678-5', '12.345.678-6', '000000-0', '7.654.321-6', 'K'),
        primaryEmail: fc.constant('ana@client.example'),
        credentialsInitializedAt: fc.constant('2026-01-01T00:00:00Z'),
      },
      { requiredKeys: [] },
    ),
  });

  test('is, on any day, what the contact’s own answer says', async () => {
    await fc.assert(
      fc.asyncProperty(profile, async (one) => {
        const given = { ...sales, ...compliance, gender: 'FEMALE' as string | null };
        const taken = Object.fromEntries(one.missing.map((name) => [name, null]));
        const contactUuid = await contact({
          ...given,
          relatedToPEP: one.relatedToPEP,
          addresses: one.addresses,
          identityDocuments: one.documents.map(({ days, type }) =>
            document(days === null ? null : inDays(days), type),
          ),
          pepEntries: one.relationships.map((relationship) => ({ name: 'Ana', relationship })),
          ...taken,
        });
        await w.db.asTenant(tenant.tenantUuid, system, async (tx) => {
          if (Object.keys(one.stored).length > 0)
            await tx`update contacts set ${tx(one.stored)} where contact_uuid = ${contactUuid}`;
          for (const days of [0, 1, 2, 3, 90, 91, 402]) {
            const list = contactsList(tx, tx`c.contact_uuid = ${contactUuid}`);
            const page = await fetchWithReadiness(tx, list, {}, { today: inDays(days) });
            const [listed] = page.content;
            const row = await findAssessedContact(tx, tx`true`, contactUuid, inDays(days));
            if (!row) throw new Error('The contact is not there');
            const own = assessReadiness(row, inDays(days));
            const missing = own.steps.flatMap((step) => step.missing).length;
            const incomplete = missing > 0 ? 'INCOMPLETE' : 'READY';
            const status = own.attention.length > 0 ? 'ATTENTION' : incomplete;
            expect(listed?.readiness).toEqual({ status, missing });
          }
        });
        const { body } = await staff.get(`/api/contacts/${contactUuid}/readiness`);
        const { status, missing, documentExpiresOn } = body;
        const [listed] = await find({
          filters: [equals('contactUuid', contactUuid), equals('readinessStatus', status)],
        });
        expect({ readiness: { status, missing }, documentExpiresOn }).toEqual({
          readiness: listed.readiness,
          documentExpiresOn: listed.documentExpiresOn,
        });
      }),
      { numRuns: 60 },
    );
  });

  test('is filtered, sorted and offered by status, count and the next document to expire', async () => {
    const complete = { ...sales, ...compliance, addresses };
    const all = {
      soon: await contact({ ...complete, identityDocuments: [document(inDays(90))] }, 'sorted'),
      ready: await contact(
        { ...complete, identityDocuments: [document(inDays(500)), document(inDays(91))] },
        'sorted',
      ),
      expired: await contact({ ...complete, identityDocuments: [document(inDays(-1))] }, 'sorted'),
      bare: await contact({}, 'sorted'),
    };
    for (const contactUuid of [all.soon, all.ready, all.expired]) {
      await staff.put(`/api/contacts/${contactUuid}`, {
        primaryEmail: `${contactUuid}@client.example`,
      });
      await staff.post(`/api/contacts/${contactUuid}/credentials/init`);
    }
    const names = Object.fromEntries(Object.entries(all).map(([name, uuid]) => [uuid, name]));
    const found = async (body: { filters?: object[]; sort?: string[] }) =>
      (await find({ ...body, filters: [byAlias('sorted'), ...(body.filters ?? [])] })).map(
        (row: { contactUuid: string }) => names[row.contactUuid],
      );
    expect(await found({ filters: [equals('readinessStatus', 'READY')] })).toEqual(['ready']);
    expect(await found({ filters: [equals('readinessStatus', 'INCOMPLETE')] })).toEqual(['bare']);
    expect(
      await found({
        filters: [equals('readinessStatus', 'ATTENTION')],
        sort: ['documentExpiresOn,asc'],
      }),
    ).toEqual(['expired', 'soon']);
    expect(await found({ sort: ['documentExpiresOn,desc'] })).toEqual([
      'ready',
      'soon',
      'expired',
      'bare',
    ]);
    expect(await found({ sort: ['readinessStatus,desc', 'documentExpiresOn'] })).toEqual([
      'ready',
      'bare',
      'expired',
      'soon',
    ]);
    expect((await found({ sort: ['readinessMissing,desc'] }))[0]).toBe('bare');
    const range = {
      field: 'documentExpiresOn',
      operator: 'RANGE',
      min: inDays(0),
      max: inDays(91),
    };
    expect((await found({ filters: [range] })).toSorted()).toEqual(['ready', 'soon']);
    const positive = { field: 'readinessMissing', operator: 'GREATER_THAN', value: 0 };
    expect(await found({ filters: [positive] })).toEqual(['bare']);

    const { body } = await staff.post('/api/v2/contacts/filter-values', {
      field: 'readinessStatus',
      filters: [byAlias('sorted')],
    });
    expect(body.values).toEqual(['ATTENTION', 'INCOMPLETE', 'READY']);
    const bad = { filters: [equals('documentExpiresOn', 'soon')] };
    expect((await staff.post('/api/v2/contacts', bad)).status).toBe(400);

    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await staff.post('/api/v2/contacts', {
        filters: [byAlias('sorted')],
        sort: ['readinessStatus', 'documentExpiresOn,desc'],
        size: 1,
        cursor,
      });
      walked.push(
        ...page.body.content.map((row: { contactUuid: string }) => names[row.contactUuid]),
      );
      cursor = page.body.nextCursor;
    }
    expect(walked).toEqual(['soon', 'expired', 'bare', 'ready']);
  });

  test('changes with the tenant’s lists of values at once, in totals and exports too', async () => {
    const admin = await tenant.as('TENANT_ADMIN');
    const path = '/api/core/platformconfigs/v1/contacts/segments';
    const contactUuid = await contact({ segmentName: 'AFFLUENT' }, 'listed');
    const filters = [byAlias('listed'), equals('readinessStatus', 'ATTENTION')];
    const total = async () =>
      (await staff.post('/api/v2/contacts', { filters })).body.totalElements;
    const exported = async () => (await staff.post('/api/v2/contacts/export', { filters })).body;
    expect([await total(), (await exported()).includes(contactUuid)]).toEqual([0, false]);
    await admin.put(path, [{ value: 'AFFLUENT', isActive: false }]);
    expect([await total(), (await exported()).includes(contactUuid)]).toEqual([1, true]);
    const { body } = await staff.get(`/api/contacts/${contactUuid}/readiness`);
    expect(body).toMatchObject({ status: 'ATTENTION', attention: ['INVALID'] });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host, client, tenant, contactUuid } = m;
const { tenantUuid } = tenant;
const path = `/api/contacts/${contactUuid}`;

const spellings = [
  '9 1234 5678',
  '9.1234.5678',
  '9-1234-5678',
  '(9) 1234 5678',
  ' 9\u00a01234\u20115678 ',
  '(9)1234–5678',
  '912345678',
  '٩ ١٢٣٤ ٥٦٧٨',
  '۹۱۲۳۴۵۶۷۸',
  '९१२३४५६७८',
  '９－１２３４－５６７８',
  '９（１２３４）５６７８',
  '\u202a9 1234 5678\u202c',
  '9 1234 5678\u200b',
];

describe('phone numbers', () => {
  test.each(spellings)(
    'typed as "%s" are kept as digits wherever a phone is taken',
    async (typed) => {
      const phone = { phoneCountryCode: '+56', phoneNumber: typed };
      const kept = { phoneCountryCode: '+56', phoneNumber: '912345678' };
      const input = { ...contactInput(tenantUuid, uuidOf(host)), preferredPhoneNumber: phone };
      const created = await host.post('/api/contacts', input);
      expect([created.status, created.body.preferredPhoneNumber]).toEqual([200, kept]);
      const changed = await host.put(path, {
        preferredPhoneNumber: phone,
        phoneNumber: { country: 'CL', ...phone },
      });
      expect([changed.status, changed.body]).toMatchObject([
        200,
        { preferredPhoneNumber: kept, phoneNumber: { country: 'CL', ...kept } },
      ]);

      const staffPhone = { countryCode: '+56', number: typed };
      const keptStaff = { countryCode: '+56', number: '912345678' };
      const member = await admin.post('/api/tenant-staff', {
        ...staffInput(tenantUuid),
        contactPhone: staffPhone,
      });
      expect([member.status, member.body.contactPhone]).toEqual([201, keptStaff]);
      for (const answer of [
        await admin.put(`/api/tenant-staff/${uuidOf(host)}`, { contactPhone: staffPhone }),
        await host.put('/api/auth/me', { contactPhone: staffPhone }),
        await client.put('/api/auth/me', { contactPhone: staffPhone }),
      ])
        expect([answer.status, answer.body.contactPhone]).toEqual([200, keptStaff]);

      const guest = { email: 'guest@example.com', phone: typed, countryCode: 'CL' };
      const { participants } = await m.meeting({ externalAttendees: [guest] });
      expect(participants.at(-1)).toMatchObject({ email: guest.email, phone: '912345678' });
    },
  );

  test('keep the plus with which a guest’s begins, and calling codes lose what is between digits', async () => {
    const guest = { email: 'guest@example.com', phone: '+56 (9) 1234-5678' };
    const { participants } = await m.meeting({ externalAttendees: [guest] });
    expect(participants.at(-1)?.phone).toBe('+56912345678');
    for (const [countryCode, own] of [
      [null, '＋٥٦ ٩ ١٢٣٤ ٥٦٧٨'],
      ['+٥٦', '٩ ١٢٣٤ ٥٦٧٨'],
      ['ＣＬ', '\u202a+56 9 1234 5678\u202c'],
    ] as const) {
      const meeting = await m.meeting({
        externalAttendees: [{ ...guest, countryCode, phone: own }],
      });
      expect(meeting.participants.at(-1)?.phone).toMatch(/^(\+56)?912345678$/);
    }
    const phone = { phoneCountryCode: '+1-809', phoneNumber: '555 1234' };
    expect((await host.put(path, { phoneNumber: phone })).body.phoneNumber).toEqual({
      phoneCountryCode: '+1809',
      phoneNumber: '5551234',
    });
    for (const phoneCountryCode of ['+٥٦', '＋５６', '\u200e+56', '(+56)']) {
      const wide = { phoneNumber: { phoneCountryCode, phoneNumber: '912345678' } };
      expect((await host.put(path, wide)).body.phoneNumber.phoneCountryCode).toBe('+56');
    }
  });

  test('are taken from a file as from a request', async () => {
    const word = randomUUID();
    const { preferredPhoneNumber: _, ...input } = contactInput(tenantUuid, uuidOf(host));
    const defaults = JSON.stringify({
      contactType: input.contactType,
      contactMeans: input.contactMeans,
      preferredContactLanguage: input.preferredContactLanguage,
      contactManagerId: uuidOf(host),
    });
    const file = `firstName,paternalLastName,preferredPhoneNumber.phoneCountryCode,preferredPhoneNumber.phoneNumber\nAna,${word},+56,9 1234 5678\n`;
    const type = { 'content-type': 'text/csv' };
    const sent = await host.post(
      `/api/contacts/import?defaults=${encodeURIComponent(defaults)}`,
      file,
      type,
    );
    expect(sent.status).toBe(202);
    const find = async () => (await host.get(`/api/contacts?searchTerm=${word}`)).body.content;
    await expect.poll(find, { timeout: 60_000 }).toHaveLength(1);
    expect((await find())[0].preferredPhoneNumber.phoneNumber).toBe('912345678');
  });

  test.each(['9 12', '9 1234 5678 9012 3456', '9/1234/5678', '+56 9 1234 5678', 'nueve', ''])(
    'that are none, as "%s", are refused',
    async (phoneNumber) => {
      const { status, body } = await host.put(path, {
        phoneNumber: { phoneCountryCode: '+56', phoneNumber },
      });
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'phoneNumber.phoneNumber']);
    },
  );
});

describe('what the schema does not know', () => {
  const unknown = { note: 'antes Ñuñoa', nested: { list: [1, 'two', null, { three: true }] } };
  const documents = [
    {
      specificationData: {
        specificationType: 'PASSPORT',
        country: 'CHL',
        identityId: 'P-77',
        documentNumber: 'A12',
        ...unknown,
      },
      validUntil: '2031-05-06',
      ...unknown,
    },
  ];
  const profile = {
    currentEmployment: { employmentStatus: 'employed', employerName: 'Uno', ...unknown },
    employmentHistory: [{ employerName: 'Dos', endDate: '2020-01-01', ...unknown }],
    identityDocuments: documents,
    pepEntries: [{ name: 'Juan', ...unknown }],
  };

  test('of employment, documents and exposure is kept, answered, merged and exported', async () => {
    const other = await m.contact();
    const put = await host.put(`/api/contacts/${other}`, profile);
    expect([put.status, put.body]).toMatchObject([200, profile]);
    expect((await host.get(`/api/contacts/${other}`)).body).toMatchObject(profile);
    const into = await m.contact();
    const merged = await admin.post(`/api/contacts/${into}/merge`, {
      fromContactUuid: other,
      take: Object.keys(profile),
    });
    expect([merged.status, merged.body]).toMatchObject([200, profile]);
    const { body } = await admin.get(`/api/contacts/${into}/personal-data`);
    expect(body.contacts[0]).toMatchObject(profile);
  });

  test('about an erased person is cleared from the papers of others', async () => {
    const [gone, friend] = [
      await m.contact({ preferredEmail: 'ximena@example.com' }),
      await m.contact(),
    ];
    const about = { witness: 'ximena@example.com' };
    await host.put(`/api/contacts/${friend}`, {
      currentEmployment: about,
      employmentHistory: [about],
      identityDocuments: [{ ...documents[0], ...about }],
    });
    expect((await admin.post(`/api/contacts/${gone}/erase`, { reason: 'asked' })).status).toBe(200);
    const { body } = await admin.get(`/api/contacts/${friend}`);
    expect(JSON.stringify(body)).not.toContain('ximena');
    expect(body.identityDocuments[0].specificationData).toMatchObject({ documentNumber: 'A12' });
  });

  test('is refused beyond 100 keys and beyond 16 KiB for each of them', async () => {
    const keys = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, 1]));
    const large = { text: 'x'.repeat(16_384) };
    const fitting = { text: 'x'.repeat(16_000) };
    const [document] = documents;
    const of = (item: object) => ({
      currentEmployment: item,
      'employmentHistory[0]': [item],
      'pepEntries[0]': [item],
      'identityDocuments[0]': [{ ...document, ...item }],
    });
    for (const item of [keys, large])
      for (const [field, value] of Object.entries(of(item))) {
        const [name = ''] = field.split('[');
        const { status, body } = await host.put(path, { [name]: value });
        expect([status, body.errors[0].field]).toEqual([400, field]);
      }
    const { identityDocuments: _, ...others } = profile;
    for (const name of Object.keys(others)) {
      const value = name === 'currentEmployment' ? fitting : Array(6).fill(fitting);
      expect((await host.put(path, { [name]: value })).status).toBe(200);
    }
  });
});

test('a system administrator may send any user type of staff, others only their own', async () => {
  const root = await w.systemAdmin();
  const as = (by: typeof root, type: string) =>
    by.with({ 'x-user-type': type }).get('/api/tenants/name/Andes Patrimonio');
  for (const type of [
    'TENANT_ADMIN',
    'TENANT_STAFF',
    'PARTNER_ADMIN',
    'PARTNER_STAFF',
    'SYSTEM_ADMIN',
  ])
    expect((await as(root, type)).status).not.toBe(403);
  expect((await as(root, 'CLIENT')).body.code).toBe('TENANT_MISMATCH');
  expect((await as(host, 'TENANT_ADMIN')).body.code).toBe('TENANT_MISMATCH');
  expect((await as(admin, 'TENANT_STAFF')).status).toBe(200);
  expect((await as(admin, 'SYSTEM_ADMIN')).body.code).toBe('TENANT_MISMATCH');
});

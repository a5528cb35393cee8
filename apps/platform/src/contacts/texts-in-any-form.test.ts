import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { distinctContacts } from '../../test-support/distinct-contacts.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const { tenant, staff, managerUuid, person } = await distinctContacts(w);
const admin = await tenant.as('TENANT_ADMIN');

const note = (entityUuid: string) => ({ entityType: 'CONTACT', entityUuid });
const find = async (searchTerm: string) => {
  const { status, body } = await staff.get(
    `/api/contacts?size=100&${new URLSearchParams({ searchTerm })}`,
  );
  expect(status).toBe(200);
  return body.content.map((each: { contactUuid: string }) => each.contactUuid);
};
const list = async (filters: object[], kind = 'contacts') => {
  const { status, body } = await staff.post(`/api/v2/${kind}`, { filters, size: 100 });
  return [status, body.totalElements];
};
const reasonsOf = async (path: string) => {
  const { body } = await staff.get(`${path}/duplicates`);
  return body.flatMap((each: { reasons: string[] }) => each.reasons);
};

describe('a name', () => {
  test.each([
    ['Андрей', 'Андреи\u0306'],
    ['Андреи\u0306', 'Андрей'],
    ['민준', '\u1106\u1175\u11ab\u110c\u116e\u11ab'],
    ['がく', 'か\u3099く'],
    ['ガク', 'ｶﾞｸ'],
    ['Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
    ['Großmann', 'GROSSMANN'],
    ['İpek', 'ipek'],
    ['محمد', 'مُحَمَّد'],
    ['Ørsted', 'orsted'],
    ['O’Higgins', "o'higgins"],
    ['Ana\u200bBela', 'anabela'],
  ])('%s is found as %s, in notes and households too', async (name, searched) => {
    const mark = randomUUID();
    const { contactUuid } = await person({ firstName: name, paternalLastName: mark });
    expect(await find(`${searched} ${mark}`)).toEqual([contactUuid]);
    await staff.post('/api/notes', { ...note(contactUuid), text: `Habló ${name} hoy` });
    const notes = await staff.get(
      `/api/notes?${new URLSearchParams({ ...note(contactUuid), searchTerm: `${searched} hoy` })}`,
    );
    expect([notes.status, notes.body.totalElements]).toEqual([200, 1]);
    const household = { name: `${name} ${mark}`, relationshipManagerUuid: managerUuid };
    const made = await staff.post('/api/households', {
      ...household,
      relationshipManagerType: 'TENANT_STAFF',
    });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    const households = await staff.get(
      `/api/households/search?${new URLSearchParams({ searchTerm: `${searched} ${mark}` })}`,
    );
    expect([households.status, households.body]).toMatchObject([
      200,
      [{ name: household.name.normalize('NFC') }],
    ]);
  });

  test.each([
    ['Ana María', 'Ana María '],
    ['Ana María', 'Ana  María'],
    ['Ana María', 'Ana\u00a0María'],
    ['Ana María', 'Ana María\u200b'],
    ['Андрей', 'Андреи\u0306'],
  ])('%s is the same as %s to duplicates', async (one, other) => {
    const paternalLastName = randomUUID();
    const first = await person({ firstName: one, paternalLastName });
    await person({ firstName: other, paternalLastName });
    expect(await reasonsOf(first.path)).toEqual(['SAME_NAME']);
  });

  test('is stored composed, so that a filter finds it in either form; what is kept as sent is not changed', async () => {
    const paternalLastName = randomUUID();
    const { path } = await person({ firstName: 'Jose\u0301', paternalLastName });
    await person({ firstName: 'José', paternalLastName });
    const own = { field: 'paternalLastName', operator: 'EQUALS', value: paternalLastName };
    for (const value of ['José', 'Jose\u0301'])
      for (const operator of ['EQUALS', 'CONTAINS', 'IN'])
        expect(
          await list([
            own,
            {
              field: 'firstName',
              operator,
              ...(operator === 'IN' ? { values: [value] } : { value }),
            },
          ]),
        ).toEqual([200, 2]);
    const customFields = { 'Jose\u0301': 'Jose\u0301' };
    const { body } = await staff.put(path, { customFields });
    expect([body.firstName, body.customFields]).toEqual(['José', customFields]);
    const { body: me } = await staff.put('/api/auth/me', { preferences: customFields });
    expect(me.preferences).toEqual(customFields);
  });
});

describe('signs of patterns', () => {
  const operators = ['CONTAINS', 'STARTS_WITH', 'ENDS_WITH'];

  test.each(['％', '＿', '＼', '%', '_', '\\', '﹪'])('%s stand for themselves', async (sign) => {
    const paternalLastName = randomUUID();
    const { contactUuid } = await person({ paternalLastName });
    expect(await find(sign)).toEqual([]);
    for (const operator of operators)
      for (const [kind, field] of [
        ['contacts', 'paternalLastName'],
        ['households', 'name'],
        ['organisations', 'name'],
      ] as const)
        expect(await list([{ field, operator, value: sign }], kind)).toEqual([200, 0]);
    const values = await staff.post('/api/v2/contacts/filter-values', {
      field: 'paternalLastName',
      search: sign,
    });
    expect([values.status, values.body.total]).toEqual([200, 0]);
    const about = { ...note(contactUuid), text: 'Habló hoy' };
    await staff.post('/api/notes', about);
    const inNotes = new URLSearchParams({ ...note(contactUuid), searchTerm: sign });
    expect((await staff.get(`/api/notes?${inNotes}`)).body.totalElements).toBe(0);
    const searchTerm = new URLSearchParams({ searchTerm: sign });
    expect((await staff.get(`/api/households/search?${searchTerm}`)).body).toEqual([]);
    expect((await staff.get(`/api/organisations?${searchTerm}`)).body.totalElements).toBe(0);
    const exported = await staff.post('/api/v2/contacts/export', {
      filters: [{ field: 'paternalLastName', operator: 'ENDS_WITH', value: sign }],
    });
    expect(exported.status).toBe(200);
    await staff.put(`/api/contacts/${contactUuid}`, { paternalLastName: `a${sign}b` });
    expect(await find(`a${sign}b`)).toEqual([contactUuid]);
    await staff.delete(`/api/contacts/${contactUuid}`);
  });
});

describe('a text without anything that is seen', () => {
  test.each(['\u200b', '\u00ad\u2060', '\u3164', '\u3000\u00a0', '\u180e\ufeff'])(
    'is blank: %j',
    async (blank) => {
      const { contactUuid, path } = await person();
      const asked = [
        staff.put(path, { firstName: blank }),
        staff.put(path, { paternalLastName: blank }),
        staff.post('/api/households', {
          name: blank,
          relationshipManagerUuid: managerUuid,
          relationshipManagerType: 'TENANT_STAFF',
        }),
        staff.post('/api/organisations', { name: blank }),
        admin.post('/api/partners', { name: blank }),
        staff.post('/api/tasks', { title: blank, assigneeUuid: managerUuid }),
        staff.post('/api/notes', { ...note(contactUuid), text: blank }),
        admin.post('/api/tenant-staff', {
          ...staffInput(tenant.tenantUuid),
          paternalLastName: blank,
        }),
        admin.post('/api/tenant-staff', {
          ...staffInput(tenant.tenantUuid),
          firstName: blank + blank,
        }),
        admin.put(`/api/tenants/${tenant.tenantUuid}/mail`, { senderName: blank }),
      ];
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
      for (const { body } of answers) expect(body.code).toBe('VALIDATION_FAILED');
    },
  );
});

describe('a number', () => {
  test.each([
    [{ identityId: '-' }, { identityId: '—' }],
    [
      { identityId: 'ΑΒ 123456', identityCountry: 'GRC' },
      { identityId: 'ΧΖ 123456', identityCountry: 'GRC' },
    ],
    [
      { identityId: '٢٨٠٠١٠١', identityCountry: 'EGY' },
      { identityId: '٢٩٩١٢٣١', identityCountry: 'EGY' },
    ],
    [{ identityId: '0012345' }, { identityId: '12345' }],
  ])('%j is another than %j', async (one, other) => {
    const first = await person({ identityType: 'NATIONAL_ID', ...one });
    await person({ identityType: 'NATIONAL_ID', ...other });
    expect(await reasonsOf(first.path)).toEqual([]);
  });

  test.each([
    ['12.345.678-5', '012345678-5'],
    ['ΑΒ 223456', 'αβ-223456'],
    ['٢٨٠٠١٠٢', '2800102'],
    ['ＱＸ９８７１２３', 'qx 987123'],
  ])('%s is the same as %s, and either finds both', async (one, other) => {
    const first = await person({ identityType: 'NATIONAL_ID', identityId: one });
    const second = await person({ identityType: 'PASSPORT', identityId: other });
    expect(await reasonsOf(first.path)).toEqual(['SAME_IDENTITY']);
    for (const spelling of [one, other])
      expect((await find(spelling)).sort()).toEqual([first.contactUuid, second.contactUuid].sort());
    await staff.delete(first.path);
    await staff.delete(second.path);
  });

  const one = async (kind: string, filter: object, own: object) =>
    (await list([filter, own], kind))[1];

  test.each([
    ['12.345.678-5', '12345678-5', '123456785'],
    ['ΑΒ 323456', 'αβ-323456', 'ΑΒ323456'],
    ['٢٨٠٠١٠٩', '2800109', '２８００１０９'],
    ['-', '-', '-'],
  ])(
    '%s is filtered by in any usual spelling, of an organisation too',
    async (kept, other, third) => {
      const name = randomUUID();
      const spellings = [kept, other, third];
      const { path } = await person({
        ...{ paternalLastName: name, identityType: 'NATIONAL_ID', identityId: kept },
      });
      await person({ paternalLastName: name, identityType: 'NATIONAL_ID', identityId: '7654321' });
      await person({ paternalLastName: name });
      await staff.post('/api/organisations', { name, taxId: kept });
      await staff.post('/api/organisations', { name });
      for (const [kind, field, own, all] of [
        ['contacts', 'identityId', 'paternalLastName', 3],
        ['organisations', 'taxId', 'name', 2],
      ] as const)
        for (const value of spellings) {
          const mine = { field: own, operator: 'EQUALS', value: name };
          for (const operator of ['EQUALS', 'CONTAINS', 'STARTS_WITH', 'ENDS_WITH'])
            expect(await one(kind, { field, operator, value }, mine), operator).toBe(1);
          const values = ['x', value];
          expect(await one(kind, { field, operator: 'IN', values }, mine)).toBe(1);
          expect(await one(kind, { field, operator: 'NOT_IN', values }, mine)).toBe(all - 1);
          expect(await one(kind, { field, operator: 'NOT_EQUALS', value }, mine)).toBe(all - 1);
          const [part, apart] = [value.slice(0, 5), { field: own, operator: 'EQUALS', value: 'x' }];
          expect(await one(kind, { field, operator: 'CONTAINS', value: part }, mine)).toBe(1);
          expect(await one(kind, { field, operator: 'EQUALS', value }, apart)).toBe(0);
        }
      await staff.delete(path);
    },
  );

  test('of e-mail compares in a filter as it does at sign-in', async () => {
    const name = randomUUID();
    const { path } = await person({ preferredEmail: `Ana.${name}@Müller.example` });
    await staff.put(path, { primaryEmail: `jose\u0301.${name}@example.com` });
    for (const [field, value] of [
      ['preferredEmail', `ana.${name}@xn--mller-kva.example`],
      ['preferredEmail', `ANA.${name}@MU\u0308LLER.example`],
      ['primaryEmail', `JOSÉ.${name}@EXAMPLE.com`],
    ] as const) {
      for (const operator of ['EQUALS', 'CONTAINS', 'STARTS_WITH', 'ENDS_WITH'])
        expect(await list([{ field, operator, value }])).toEqual([200, 1]);
      expect(await list([{ field, operator: 'IN', values: [value] }])).toEqual([200, 1]);
    }
  });

  test.each([
    [
      '+56',
      '912345678',
      [
        '+56 9 1234 5678',
        '56912345678',
        '9 1234-5678',
        '0056 912345678',
        '(9) 1234 5678',
        '٩١٢٣٤٥٦٧٨',
      ],
    ],
    ['+44', '02079460958', ['020 7946 0958', '+44 (0)20 7946 0958', '+442079460958', '2079460958']],
  ])(
    'of a phone, %s %s, is found in any usual spelling',
    async (phoneCountryCode, phoneNumber, spellings) => {
      const preferredPhoneNumber = { phoneCountryCode, phoneNumber };
      const { contactUuid, path } = await person({ preferredPhoneNumber });
      for (const spelling of spellings)
        expect([spelling, await find(spelling)]).toEqual([spelling, [contactUuid]]);
      const other = await person({
        preferredPhoneNumber: {
          phoneCountryCode,
          phoneNumber: `0${phoneNumber}`.replace(/^00/, ''),
        },
      });
      expect(await reasonsOf(path)).toEqual(['SAME_PHONE']);
      await staff.delete(other.path);
      await staff.delete(path);
    },
  );

  test('of an organisation is found in any usual spelling', async () => {
    const made = await staff.post('/api/organisations', {
      name: randomUUID(),
      taxId: '76.086.428-5',
      country: 'CHL',
    });
    for (const searchTerm of ['76086428-5', '760864285', '76.086.428-5', '076.086.428-5']) {
      const { body } = await staff.get(`/api/organisations?${new URLSearchParams({ searchTerm })}`);
      expect([
        searchTerm,
        body.content?.map((each: { organisationUuid: string }) => each.organisationUuid),
      ]).toEqual([searchTerm, [made.body.organisationUuid]]);
    }
  });
});

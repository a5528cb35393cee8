import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { ContactExport } from '../contacts/export/export-contacts.ts';
import { HouseholdExport } from '../households/export-households.ts';
import { MeetingExport } from '../meetings/export-meetings.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };

const w = await world();
const m = await meetingWorld(w);
const { admin, host, tenant } = m;
await admin.put('/api/auth/me', { timeZone: 'America/Santiago' });
const contactUuid = await m.contact({
  ...contactInput(tenant.tenantUuid, uuidOf(host)),
  firstName: 'Íñigo',
  paternalLastName: 'Export',
});
await admin.put(`/api/contacts/${contactUuid}`, {
  stageName: 'PROPOSAL',
  totalNetWorth: '1000.5',
  displayName: 'Íñigo; el "mayor"',
});
const { body: household } = await admin.post('/api/households', {
  name: 'Familia Export',
  relationshipManagerType: 'TENANT_STAFF',
  relationshipManagerUuid: uuidOf(host),
  isActive: true,
  accountNumbers: ['CL-1'],
});
await admin.post(`/api/households/${household.householdUuid}/members`, {
  memberType: 'CONTACT',
  contactUuid,
  relationshipType: 'SELF',
  isPrimary: true,
});
await m.meeting({ title: 'Revisión', contactIds: [contactUuid] });
const { body: me } = await host.get('/api/auth/me');
const hostName: string = me.displayName ?? `${me.firstName} ${me.paternalLastName}`;

const only = { filters: [{ field: 'contactUuid', operator: 'EQUALS', value: contactUuid }] };
const exported = async (list: string, body: object, by = admin) => {
  const answer = await by.post(`/api/v2/${list}/export`, body, { accept: 'text/csv' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const text = String(answer.body);
  const delimiter = text.startsWith('\ufeff') && text.split('\r\n')[0]?.includes(';') ? ';' : ',';
  const [header = [], ...rows] = parse(text, { bom: true, delimiter }) as string[][];
  const disposition = String(answer.headers['content-disposition']);
  return { text, header, rows, name: /filename="(.*)"/.exec(disposition)?.[1] };
};

test('an export has the columns that are asked for, in their order, and the list’s own names', async () => {
  const columns = ['stageName', 'contactUuid', 'managerName', 'readinessStatus', 'phoneNumber'];
  const contacts = await exported('contacts', { ...only, columns });
  expect([contacts.header, contacts.rows, contacts.name]).toEqual([
    columns,
    [['PROPOSAL', contactUuid, hostName, 'INCOMPLETE', '']],
    'contacts.csv',
  ]);
  const wide = ['name', 'memberNames', 'totals', 'nextMeetingAt'];
  const households = await exported('households', { columns: wide });
  expect(households.header).toEqual(wide);
  expect(households.rows[0]?.slice(0, 3)).toEqual([
    'Familia Export',
    expect.stringContaining('Íñigo'),
    '[]',
  ]);
  expect(households.rows[0]?.[3]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  const meetings = await exported('meetings', { columns: ['title', 'contactNames'] });
  expect(meetings.rows).toEqual([['Revisión', expect.stringMatching(/^\[".*"\]$/)]]);
  expect((await exported('meetings', {})).header).not.toContain('isPersonal');
  expect((await exported('meetings', { columns: ['isPersonal'] })).rows).toEqual([['false']]);
});

test('an unknown column, language or separator is named, and nothing is exported', async () => {
  for (const list of ['contacts', 'households', 'meetings'])
    for (const [body, field] of [
      [{ columns: ['shoeSize'] }, 'columns[0]'],
      [{ columns: ['createdAt', 'search_text'] }, 'columns[1]'],
      [{ columns: [] }, 'columns'],
      [{ columns: 'firstName' }, 'columns'],
      [{ language: 'FRENCH' }, 'language'],
      [{ separator: 'TAB' }, 'separator'],
    ] as const) {
      const { status, body: answer } = await admin.post(`/api/v2/${list}/export`, body);
      expect([status, answer.errors?.[0].field], `${list} ${JSON.stringify(body)}`).toEqual([
        400,
        field,
      ]);
    }
  const secret = await admin.post('/api/v2/meetings/export', { columns: ['internalNotes'] });
  expect([secret.status, secret.body.errors[0].field]).toEqual([400, 'columns[0]']);
});

test('a separator comes with a byte order mark, and cells that hold it are quoted', async () => {
  const columns = ['firstName', 'displayName'];
  const semicolon = await exported('contacts', { ...only, columns, separator: 'SEMICOLON' });
  expect(semicolon.text).toBe('\ufefffirstName;displayName\r\nÍñigo;"Íñigo; el ""mayor"""\r\n');
  const comma = await exported('contacts', { ...only, columns, separator: 'COMMA' });
  expect(comma.text.startsWith('\ufefffirstName,displayName\r\n')).toBe(true);
  expect((await exported('contacts', { ...only, columns })).text.startsWith('firstName,')).toBe(
    true,
  );
});

test('a language gives words for header and values, names for identifiers and dates as they are written', async () => {
  const columns = [
    'contactUuid',
    'contactManagerId',
    'householdUuids',
    'contactType',
    'maritalStatus',
  ];
  const more = [
    'stageName',
    'dateOfBirth',
    'preferredPhoneNumber',
    'relatedToPEP',
    'firmType',
    'totalNetWorth',
  ];
  await admin.put(`/api/contacts/${contactUuid}`, { relatedToPEP: false });
  const body = { ...only, columns: [...columns, ...more] };
  const spanish = await exported('contacts', { ...body, language: 'SPANISH' });
  const name = spanish.rows[0]?.[0] ?? '';
  expect(name).toContain('Íñigo');
  expect(spanish.header.slice(0, 4)).toEqual(['Persona', 'Asesor', 'Grupos familiares', 'Tipo']);
  expect(spanish.rows).toEqual([
    [
      ...[name, hostName, 'Familia Export', 'Prospecto', 'Casado/a', 'Propuesta', '14-07-1979'],
      ...['(+56) 987654321', 'No', 'Firma', '1000.5'],
    ],
  ]);
  const english = await exported('contacts', { ...body, language: 'ENGLISH' });
  expect(english.rows).toEqual([
    [
      ...[
        name,
        hostName,
        'Familia Export',
        'Prospect',
        expect.anything(),
        'Proposal',
        '14/07/1979',
      ],
      ...['(+56) 987654321', 'No', 'Firm', '1000.5'],
    ],
  ]);
  await admin.put(`/api/contacts/${contactUuid}`, {
    identityDocuments: [
      {
        specificationData: {
          specificationType: 'CHILE_RUT_CARD',
          country: 'CHL',
          identityId: '11.111.111-1',
          expirationDate: '2031-02-03',
        },
      },
    ],
    addresses: [{ streetName: 'Lota', contactAddressType: 'COMPLIANCE' }],
    currentEmployment: { employmentStatus: 'retired' },
    customFields: { status: 'ACTIVE' },
  });
  await w.db.asPlatform(
    (tx) => tx`
      insert into mails (tenant_uuid, mail_uuid, kind, person_uuid, state, reason, queued_at, settled_at)
      values (${tenant.tenantUuid}, gen_random_uuid(), 'FIRST_LINK', ${contactUuid}, 'REFUSED', 'REFUSED',
              '2026-07-01T03:30:00Z', '2026-07-01T03:30:00Z')`,
  );
  const within = await exported('contacts', {
    ...only,
    columns: [
      ...['lastMailState', 'lastMail', 'nextMeetingAt', 'identityDocuments', 'addresses'],
      ...['currentEmployment', 'customFields'],
    ],
    language: 'SPANISH',
  });
  expect(within.rows[0]?.slice(0, 4)).toEqual([
    'No llegó',
    'No llegó 30-06-2026 23:30',
    '06-05-2030 10:00',
    'CHL 11.111.111-1 03-02-2031 Cédula de identidad',
  ]);
  expect(within.rows[0]?.[4]).toContain('Cumplimiento');
  expect(within.rows[0]?.slice(5)).toEqual(['Jubilado/a', 'ACTIVE']);
  const stages = (await admin.get('/api/core/platformconfigs/v1/contacts/stages')).body;
  const own = stages.map((each: { value: string }) =>
    each.value === 'PROPOSAL' ? { ...each, label: 'Oferta' } : each,
  );
  expect((await admin.put('/api/core/platformconfigs/v1/contacts/stages', own)).status).toBe(200);
  const { rows } = await exported('contacts', {
    ...only,
    columns: ['stageName'],
    language: 'SPANISH',
  });
  expect(rows).toEqual([['Oferta']]);
});

test('a file in words is named by list and day, tells times by its reader’s clock and has no identifiers', async () => {
  const day = Temporal.Now.plainDateISO('America/Santiago').toString();
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[-0-9a-f]*$/;
  for (const list of ['contacts', 'households', 'meetings']) {
    const plain = await exported(list, {});
    const inWords = await exported(list, { language: 'SPANISH' });
    expect([day, Temporal.Now.plainDateISO('America/Santiago').toString()]).toContain(
      inWords.name?.slice(list.length + 1, -4),
    );
    expect(inWords.name?.startsWith(`${list}-`)).toBe(true);
    expect(inWords.rows).toHaveLength(plain.rows.length);
    expect(inWords.rows.flat().filter((cell) => uuid.test(cell))).toEqual([]);
    expect(inWords.header.filter((name) => /^[a-z]/.test(name))).toEqual([]);
    const at = plain.header.indexOf('createdAt');
    const local = Temporal.PlainDateTime.from(plain.rows[0]?.[at] ?? '')
      .toZonedDateTime('UTC')
      .withTimeZone('America/Santiago');
    const two = (part: number) => String(part).padStart(2, '0');
    expect(inWords.rows[0]?.[at]).toBe(
      `${two(local.day)}-${two(local.month)}-${local.year} ${two(local.hour)}:${two(local.minute)}`,
    );
  }
  const meetings = await exported('meetings', {
    columns: ['startDateTime', 'status', 'locationType', 'allDay'],
    language: 'ENGLISH',
  });
  expect(meetings.rows[0]?.[0]).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  expect(meetings.rows[0]?.slice(1)).toEqual(['Scheduled', expect.anything(), 'No']);
});

test('every column that can be asked for has a word in both languages, unlike the others of its list', () => {
  for (const body of [ContactExport, HouseholdExport, MeetingExport]) {
    const { enum: names } = (body.properties.columns as unknown as { items: { enum: string[] } })
      .items;
    for (const { columns } of [es, en]) {
      const words: (string | undefined)[] = names.map(
        (name) => (columns as Record<string, string>)[name],
      );
      expect(words).not.toContain(undefined);
      expect(new Set(words).size).toBe(words.length);
    }
  }
});

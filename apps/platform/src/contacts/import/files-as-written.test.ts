import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let staff: Client;
let defaults: string;

beforeAll(async () => {
  const tenant = await w.tenant();
  staff = await tenant.as('TENANT_STAFF');
  defaults = JSON.stringify({
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    contactManagerId: (await tenant.staff()).tenantStaffUuid,
  });
});

type Query = Record<string, string>;
function send(file: string | Buffer, query: Query = {}, type = 'text/csv') {
  const params = new URLSearchParams({ defaults, ...query });
  return staff.post(`/api/contacts/import?${params}`, file, { 'content-type': type });
}

/** Imports a file to its end. */
async function imported(file: string | Buffer, query?: Query, type?: string) {
  const { status, body } = await send(file, query, type);
  expect([status, body.errors]).toEqual([202, undefined]);
  const path = `/api/contacts/imports/${body.importUuid}`;
  await expect.poll(async () => (await staff.get(path)).body.status).toBe('DONE');
  const { acceptedRows, refusedRows, ignoredColumns } = (await staff.get(path)).body;
  const { body: refused } = await staff.get(`${path}/refused-rows`);
  return { counts: [acceptedRows, refusedRows], ignoredColumns, refused, path };
}

type Contact = Record<string, unknown>;
async function found(word: string): Promise<Contact[]> {
  const { body } = await staff.get(`/api/contacts?searchTerm=${word}&sort=firstName,asc`);
  return body.content;
}
const namesOf = async (word: string) => (await found(word)).map(({ firstName }) => firstName);
/** A surname of its own: what is imported is found by it. */
const newWord = () => `w${randomUUID().slice(0, 8)}`;

describe('A file that a program wrote', () => {
  test('in UTF-8 with one byte of another encoding loses that row alone, wherever it stands', async () => {
    for (const place of [1, 3]) {
      const word = newWord();
      const lines = [`José;${word}`, `Ángel;${word}`].map((line) => Buffer.from(`${line}\r\n`));
      const odd = Buffer.from(`Muñoz;${word}\r\n`, 'latin1');
      const header = Buffer.from('firstName;paternalLastName\r\n');
      const file = Buffer.concat([header, ...lines].toSpliced(place, 0, odd));
      const { counts, refused, path } = await imported(file);
      expect([counts, await namesOf(word)]).toEqual([
        [2, 1],
        ['Ángel', 'José'],
      ]);
      expect(refused).toMatchObject([
        {
          line: place + 1,
          values: { firstName: 'Muñoz' },
          errors: [{ field: 'row', code: 'ENCODING', column: 'firstName' }],
        },
      ]);
      const mended = await staff.put(`${path}/rows/${place + 1}`, { values: {} });
      expect([mended.status, mended.body.errors]).toEqual([200, []]);
    }
  });

  test('whose header is of another encoding than its rows is refused as a whole', async () => {
    const header = Buffer.from('firstName;paternalLastName;Teléfono\n', 'latin1');
    const { status, body } = await send(Buffer.concat([header, Buffer.from('José;Soto;1\n')]));
    expect([status, body.errors[0]]).toMatchObject([400, { field: 'body', code: 'ENCODING' }]);
  });

  test('by Windows or with a mark is read in its encoding, and a charset that nobody knows is 415', async () => {
    const [windows, unicode] = [newWord(), newWord()];
    const header = 'firstName;paternalLastName;maternalLastName';
    const rows = `Jos\xe9;${windows};O\x92Higgins\r\nMi\x9aa;${windows};Soto \x96 Paz`;
    await imported(Buffer.from(`${header}\r\n${rows}`, 'latin1'));
    expect((await found(windows)).map((each) => [each.firstName, each.maternalLastName])).toEqual([
      ['José', 'O’Higgins'],
      ['Miša', 'Soto – Paz'],
    ]);
    const text = `\ufefffirstName\tpaternalLastName\r\nJosé\t${unicode}\r\n`;
    for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()])
      await imported(bytes);
    const said = Buffer.from(text.slice(1), 'utf16le');
    await imported(said, {}, 'text/csv; charset=utf-16le');
    expect(await namesOf(unicode)).toEqual(['José', 'José', 'José']);
    expect((await send(text, {}, 'text/csv; charset=klingon')).status).toBe(415);
  });

  test('names its separator, ends its lines in any way, and has commas within quotes', async () => {
    const word = newWord();
    const files = [
      `\ufeffsep=;\r\nfirstName;paternalLastName\r\nAna;${word}\r\n`,
      `firstName;paternalLastName\rAna;${word}\rEva;${word}\r`,
      `firstName;paternalLastName;"Nota, larga, con, comas"\r\nAna;${word};x\r\n`,
    ];
    for (const file of files) expect((await imported(file)).counts[1]).toBe(0);
    expect(await namesOf(word)).toEqual(['Ana', 'Ana', 'Ana', 'Eva']);
  });

  test('has no rows where nothing is written, and these do not count among the 50,000', async () => {
    const word = newWord();
    const rows = `firstName;paternalLastName;\r\nAna;${word};\r\n;;\r\n ; ;\r\n;;\r\n`;
    expect((await imported(rows + ';;\r\n'.repeat(50_001))).counts).toEqual([1, 0]);
  });

  test('with a row that is too long or has NUL loses that row alone', async () => {
    const word = newWord();
    const file = `firstName;paternalLastName;Notes\r\nAna;${word};x\r\nEva;${word};"${'n'.repeat(70_000)}"\r\nZoe\0;${word}\r\nIda;${word};y\r\n`;
    const { counts, refused } = await imported(file);
    expect([counts, await namesOf(word)]).toEqual([
      [2, 2],
      ['Ana', 'Ida'],
    ]);
    expect(refused).toMatchObject([
      { line: 3, errors: [{ code: 'TOO_LONG', column: 'Notes' }], values: { firstName: 'Eva' } },
      { line: 4, errors: [{ code: 'NOT_ALLOWED', column: 'firstName' }] },
    ]);
  });

  test('with a cell of 32 MiB loses that row alone', async () => {
    const word = newWord();
    const file = `firstName;paternalLastName;Notes\nAna;${word};"${'a'.repeat(32 * 1024 * 1024)}"\nIda;${word};y\n`;
    const { counts, refused } = await imported(file);
    expect(counts).toEqual([1, 1]);
    expect(refused).toMatchObject([
      { line: 2, values: { firstName: 'Ana', Notes: '' }, errors: [{ code: 'TOO_LONG' }] },
    ]);
  });

  test('with more cells than columns is not taken with its cells shifted', async () => {
    const word = newWord();
    const file = `firstName,paternalLastName,alias\nAna,${word},a,b\nIda,${word},c,,\n`;
    const { counts, refused } = await imported(file);
    expect(counts).toEqual([1, 1]);
    expect(refused).toMatchObject([{ line: 2, errors: [{ field: 'row', code: 'TOO_MANY' }] }]);
  });

  test('with two columns of one name has all cells in values, each to be mended by itself', async () => {
    const word = newWord();
    const file = `firstName;paternalLastName;preferredEmail;Nota;Nota;;\r\nAna;${word};no;uno;dos;tres;cuatro\r\n`;
    const { refused, ignoredColumns, path } = await imported(file);
    expect(ignoredColumns).toEqual(['Nota', 'Nota (2)', '', ' (2)']);
    const notes = { Nota: 'uno', 'Nota (2)': 'dos', '': 'tres', ' (2)': 'cuatro' };
    expect(refused[0].values).toMatchObject(notes);
    const values = { preferredEmail: '', 'Nota (2)': 'otra' };
    const { body } = await staff.put(`${path}/rows/2`, { values });
    expect(body).toMatchObject({ errors: [], values: { ...notes, 'Nota (2)': 'otra' } });
  });

  test('leaves a column out whose field is null in the mapping, and names a second column in it', async () => {
    const word = newWord();
    const file = `firstName;paternalLastName;Status;Nota;Nota\r\nAna;${word};Customer since 2019;x;Anita\r\n`;
    const mapping = JSON.stringify({ Status: null, 'Nota (2)': 'displayName' });
    const { counts, ignoredColumns } = await imported(file, { mapping });
    expect([counts, ignoredColumns]).toEqual([
      [1, 0],
      ['Status', 'Nota'],
    ]);
    const nameless = `firstName;paternalLastName;;\r\nAna;${newWord()};x;Anita\r\n`;
    const second = await imported(nameless, { mapping: '{" (2)":"displayName"}' });
    expect([second.counts, second.ignoredColumns]).toEqual([[1, 0], ['']]);
    expect(await found(word)).toMatchObject([{ displayName: 'Anita' }]);
  });

  test('keeps zeros that were kept from a spreadsheet, and no digits that one has rounded', async () => {
    const word = newWord();
    const header = 'firstName;paternalLastName;identityType;identityId;identityCountry';
    const cells = [
      ...['"=""00123456"""', '="00123457"', "'00123458", '1,23457E+11', '1.23E+11'],
      ...['１.２３E+11', '1.23457e+011'],
    ];
    const rows = cells.map((cell) => `Ana;${word};PASSPORT;${cell};CHL`);
    const { counts, refused } = await imported([header, ...rows].join('\r\n'));
    expect(counts).toEqual([3, 4]);
    expect((await found(word)).map(({ identityId }) => identityId).toSorted()).toEqual([
      '00123456',
      '00123457',
      '00123458',
    ]);
    for (const { errors } of refused)
      expect(errors).toMatchObject([{ field: 'identityId', column: 'identityId' }]);
  });

  test('is refused as a whole for a header of too many columns, and a required one left out', async () => {
    const many = await send(`${'a,'.repeat(1_001)}b\n`);
    expect([many.status, many.body.errors[0].code]).toEqual([400, 'TOO_MANY']);
    const mapping = JSON.stringify({ firstName: null });
    const without = await send('firstName,paternalLastName\nAna,Soto\n', { mapping });
    expect([without.status, without.body.errors[0].field]).toEqual([400, 'firstName']);
    const odd = await send('a,b\n', { mapping: '{"a":1}' });
    expect([odd.status, odd.body.errors[0].field]).toEqual([400, 'mapping']);
  });
});

describe('What a cell says', () => {
  const read = async (header: string, cells: readonly string[], query?: Query) => {
    const word = newWord();
    const rows = cells.map((cell, at) => `N${at};${word};"${cell}"`);
    const file = [`firstName;paternalLastName;${header}`, ...rows].join('\n');
    const { refused } = await imported(file, query);
    return { contacts: await found(word), refused };
  };

  test('is a day as people write it, the day before the month', async () => {
    const days = [
      ...['1985-02-03', '03-02-1985', '03/02/1985', '3/2/1985'],
      ...['٠٣/٠٢/١٩٨٥', '０３－０２－１９８５', '03\u201102\u20111985', "'3/2/1985"],
    ];
    const { contacts } = await read('dateOfBirth', days);
    expect(contacts.map(({ dateOfBirth }) => dateOfBirth)).toEqual(days.map(() => '1985-02-03'));
    const { refused } = await read('Nacimiento', ['02/28/1985', '03-02/1985', '31-02-1985'], {
      mapping: '{"Nacimiento":"dateOfBirth"}',
    });
    expect(refused).toHaveLength(3);
    for (const { errors } of refused)
      expect(errors).toMatchObject([
        { field: 'dateOfBirth', column: 'Nacimiento', example: '28-02-1985' },
      ]);
    expect(refused[0].errors[0].message).toMatch(/Nacimiento.*28-02-1985/);
  });

  test('is an adviser by e-mail, of the login before another address, and nobody of another firm', async () => {
    const tenant = await w.tenant();
    const email = `camila.${newWord()}@andes.example`;
    const camila = await tenant.staff({ userEmail: email, email });
    const other = await tenant.staff({ email });
    const stranger = `ana.${newWord()}@cumbre.example`;
    await (await w.tenant()).staff({ userEmail: stranger, email: stranger });
    const admin = await tenant.as('TENANT_ADMIN');
    const word = newWord();
    const rows = [email.toUpperCase(), stranger, other.userEmail].map(
      (each, at) => `Ana${at},${word},${each}`,
    );
    const params = new URLSearchParams({
      defaults,
      mapping: JSON.stringify({ Adviser: 'contactManagerId' }),
    });
    const file = ['firstName,paternalLastName,Adviser', ...rows].join('\n');
    const path = '/api/contacts/import';
    const type = { 'content-type': 'text/csv' };
    const { body } = await admin.post(`${path}?${params}`, file, type);
    const own = `${path}s/${body.importUuid}`;
    await expect.poll(async () => (await admin.get(own)).body.status).toBe('DONE');
    const { content } = (await admin.get(`/api/contacts?searchTerm=${word}&sort=firstName,asc`))
      .body;
    expect(content.map((each: Contact) => each.contactManagerId)).toEqual([
      camila.tenantStaffUuid,
      other.tenantStaffUuid,
    ]);
    expect((await admin.get(`${own}/refused-rows`)).body).toMatchObject([
      {
        errors: [{ field: 'contactManagerId', column: 'Adviser', code: 'NOT_ALLOWED' }],
      },
    ]);
  });

  test('is a phone in any spelling, with its own country or that of the import', async () => {
    const code = 'preferredPhoneNumber.phoneCountryCode';
    const own = JSON.stringify({ ...JSON.parse(defaults), [code]: '+56' });
    const phone = 'preferredPhoneNumber.phoneNumber';
    const spelled = ['+56 9 8100 0014', '(9) 8100-0014', '9.8100.0014', "'+56981000014", ''];
    const { contacts } = await read(phone, [...spelled, '+1 (212) 555-0100'], { defaults: own });
    const chilean = { phoneCountryCode: '+56', phoneNumber: '981000014' };
    expect(contacts.map(({ preferredPhoneNumber }) => preferredPhoneNumber)).toEqual([
      ...[1, 2, 3, 4].map(() => chilean),
      null,
      { phoneCountryCode: '+1', phoneNumber: '2125550100' },
    ]);
    // The zero that is dialled within a country goes, but where it is dialled from abroad too.
    const trunks = ['+44 020 7946 0101', '+44 (0)20 7946 0101', '+39 06 6982 1000'];
    expect((await read(phone, trunks)).contacts.map((each) => each.preferredPhoneNumber)).toEqual([
      ...[1, 2].map(() => ({ phoneCountryCode: '+44', phoneNumber: '2079460101' })),
      { phoneCountryCode: '+39', phoneNumber: '0669821000' },
    ]);
    const written = [
      ...['981000014;56', "'981000014;'+56", '=""981000014"";=""+56""', '981000014;0056'],
      ...[
        '٩٨١٠٠٠٠١٤;+٥٦',
        '９８１００００１４;＋５６',
        '\u202a+56 9 8100 0014\u202c;',
        '+٥٦ ٩ ٨١٠٠ ٠٠١٤;',
        '981000014.0;56.0',
        '0056 9 8100 0014;',
        '00 56 981000014;+56',
      ],
    ];
    const both = await read(
      `${phone};${code}`,
      written.map((cells) => cells.replace(';', '";"')),
    );
    expect(both.refused).toEqual([]);
    for (const each of both.contacts) expect(each.preferredPhoneNumber).toEqual(chilean);
    const apart = ['020 7946 0101";"+44', '(0)20 7946 0101";"44', '06 6982 1000";"+39'];
    const british = await read(`${phone};${code}`, apart);
    expect(british.refused).toEqual([]);
    expect(british.contacts.map((each) => each.preferredPhoneNumber)).toEqual([
      ...[1, 2].map(() => ({ phoneCountryCode: '+44', phoneNumber: '2079460101' })),
      { phoneCountryCode: '+39', phoneNumber: '0669821000' },
    ]);
    const exponents = ['5.69810E+10";"+56', '５,６９E+10";"+56'];
    for (const { errors } of (await read(`${phone};${code}`, exponents)).refused)
      expect(errors).toMatchObject([{ field: phone, code: 'INVALID_FORMAT' }]);
    const { refused } = await read('Fono', ['98100 0014'], { mapping: `{"Fono":"${phone}"}` });
    expect(refused).toMatchObject([
      { errors: [{ field: code, column: 'Fono', example: expect.stringContaining('+56') }] },
    ]);
  });

  test('is a value by its code or its word in either language, and of a list by the firm’s own', async () => {
    const mapping = JSON.stringify({ Tipo: 'contactType' });
    const words = ['Cliente', 'no suscriptor', 'PROSPECT', 'Non-subscriber', 'Prospecto'];
    const { contacts } = await read('Tipo', words, { mapping });
    expect(contacts.map(({ contactType }) => contactType)).toEqual([
      'ACTIVE',
      'NON_SUBSCRIBER',
      'PROSPECT',
      'NON_SUBSCRIBER',
      'PROSPECT',
    ]);
    const married = await read('maritalStatus', ['Casada', 'casado', 'Casado/a', 'married']);
    for (const each of married.contacts) expect(each.maritalStatus).toBe('MARRIED');
    const stages = await read('stageName', ['Propuesta', 'proposal', 'PROPOSAL']);
    for (const each of stages.contacts) expect(each.stageName).toBe('PROPOSAL');
    const { refused } = await read('Tipo', ['Amigo'], { mapping });
    expect(refused).toMatchObject([
      { errors: [{ field: 'contactType', code: 'NOT_ALLOWED', column: 'Tipo' }] },
    ]);
  });

  test('is a RUT in a column of that name, whose digit is checked', async () => {
    const typed = await read('identityType;RUT', [
      ...['PASSPORT";"12.345.678-5', 'PASSPORT";"12.345.678-0'],
    ]);
    expect(typed.contacts.map((each) => each.identityType)).toEqual(['CHILE_RUT']);
    expect(typed.refused).toMatchObject([{ errors: [{ column: 'RUT' }] }]);
    const { contacts, refused } = await read('RUT', [
      ...['12.345.678-5', '123456785', '', '1-1', '١٢٣٤٥٦٧٨–٥', "'12 345 678-5"],
    ]);
    expect(contacts.map((each) => [each.identityType, each.identityId])).toEqual([
      ['CHILE_RUT', '12.345.678-5'],
      ['CHILE_RUT', '123456785'],
      [null, null],
      ['CHILE_RUT', '١٢٣٤٥٦٧٨–٥'],
      ['CHILE_RUT', '12 345 678-5'],
    ]);
    expect(refused).toMatchObject([
      { line: 5, errors: [{ field: 'identityId', column: 'RUT', example: '12.345.678-5' }] },
    ]);
  });

  test('is told with all that is wrong in its row, a RUT beside a date', async () => {
    const file = `firstName;paternalLastName;dateOfBirth;RUT\nAna;${newWord()};30/02/1980;1-1\n`;
    const { counts, refused } = await imported(file);
    expect(counts).toEqual([0, 1]);
    expect(refused).toMatchObject([
      {
        line: 2,
        errors: [
          { field: 'dateOfBirth', column: 'dateOfBirth' },
          { field: 'identityId', column: 'RUT', example: '12.345.678-5' },
        ],
      },
    ]);
  });

  test('is an amount with the decimal sign that is told, or that the file shows', async () => {
    const amounts = async (cells: string[], query?: Query) => {
      const { contacts, refused } = await read('annualIncome', cells, query);
      for (const { errors } of refused)
        expect(errors).toMatchObject([{ field: 'annualIncome', column: 'annualIncome' }]);
      const codes = refused.map(({ errors }: { errors: { code: string }[] }) => errors[0]?.code);
      return [...contacts.map(({ annualIncome }) => annualIncome), ...codes];
    };
    expect(await amounts(['1.200.000,50', '1.200', '7', '$ 1.500'])).toEqual([
      '1200000.50',
      '1200',
      '7',
      '1500',
    ]);
    expect(await amounts(['1,200,000.50', '1,200'])).toEqual(['1200000.50', '1200']);
    expect(await amounts(["1'200'000.50", '1’200', '١٬٢٠٠٫٥٠', '１２００', '−5'])).toEqual([
      ...['1200000.50', '1200', '1200.50', '1200', '-5'],
    ]);
    expect(await amounts(['1.200', '15'])).toEqual(['15', 'AMBIGUOUS_AMOUNT']);
    expect(await amounts(['1.200', '1,5', '2.5'])).toEqual(['1.5', '2.5', 'AMBIGUOUS_AMOUNT']);
    expect(await amounts(['1.200'], { decimal: 'COMMA' })).toEqual(['1200']);
    expect(await amounts(['1.200'], { decimal: 'POINT' })).toEqual(['1.200']);
    expect(await amounts(['1,5'], { decimal: 'POINT' })).toEqual(['INVALID_FORMAT']);
    expect((await send('a,b\n', { decimal: 'DOT' })).status).toBe(400);
  });
});

describe('A dry run', () => {
  test('tells of a file without the required columns what its rows lack', async () => {
    const { status, body } = await send('Nombre;Correo\nAna;a@example.com\n', { dryRun: 'true' });
    expect([status, body]).toMatchObject([
      200,
      { rows: 1, accepted: 0, refused: 1, columns: [{ name: 'Nombre', field: null }, {}] },
    ]);
    expect(body.sample[0]).toMatchObject({
      line: 2,
      values: { Nombre: 'Ana', Correo: 'a@example.com' },
      errors: [{ field: 'firstName', code: 'REQUIRED', column: null }, {}],
    });
  });

  test('reads 10,000 rows at most, and shows the first and the first that are refused', async () => {
    const good = 'Ana;Soto;\n'.repeat(300);
    const bad = 'Ana;Soto;no\n'.repeat(9_750);
    const file = `firstName;paternalLastName;preferredEmail\n${good}${bad}`;
    const { body } = await send(file, { dryRun: 'true' });
    expect(body).toMatchObject({ rows: 10_000, accepted: 300, refused: 9_700, isSample: true });
    const lines = body.sample.map(({ line }: { line: number }) => line);
    expect(lines).toHaveLength(100);
    expect([lines[0], lines[9], lines[10], lines[99]]).toEqual([2, 11, 302, 391]);
  });

  test('refuses the same rows as the import, with the same reasons', async () => {
    const odd = Buffer.from('Mu\xf1oz;x;;\n', 'latin1');
    const file = Buffer.concat([
      Buffer.from(
        'firstName;paternalLastName;preferredEmail;stageName\nJosé;S;no;\n;S;;\nA;S;;X\n',
      ),
      odd,
    ]);
    const { body } = await send(file, { dryRun: 'true' });
    const { refused } = await imported(file);
    expect(body.sample).toEqual(refused);
    expect(refused).toHaveLength(4);
  });
});

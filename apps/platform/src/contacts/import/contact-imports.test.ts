import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { world } from '../../../test-support/world.ts';

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

const csv = { 'content-type': 'text/csv' };
const defaults = () =>
  JSON.stringify({
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    contactManagerId: managerUuid,
  });

function send(text: string | Buffer, query: Record<string, string> = {}, client = staff) {
  const params = new URLSearchParams({ defaults: defaults(), ...query });
  return client.post(`/api/contacts/import?${params}`, text, csv);
}

async function finished(importUuid: string) {
  const read = () => staff.get(`/api/contacts/imports/${importUuid}`);
  await expect.poll(async () => (await read()).body.status, { timeout: 200_000 }).toBe('DONE');
  return (await read()).body;
}

const refusals = async (importUuid: string) =>
  (await staff.get(`/api/contacts/imports/${importUuid}/refused-rows`)).body;
const found = async (searchTerm: string) =>
  (await staff.get(`/api/contacts?searchTerm=${encodeURIComponent(searchTerm)}`)).body;

describe('importing contacts', () => {
  test('takes a packed file that is larger than other bodies may be', async () => {
    const rows = Array.from({ length: 3 }, () => `Ana,Grande,${'x'.repeat(600_000)}\n`);
    const file = gzipSync(`firstName,paternalLastName,Note\n${rows.join('')}`);
    const params = new URLSearchParams({ defaults: defaults(), dryRun: 'true' });
    const headers = { ...csv, 'content-encoding': 'gzip' };
    const { status, body } = await staff.post(`/api/contacts/import?${params}`, file, headers);
    expect([status, body.rows]).toEqual([200, 3]);
  });

  test('an Idempotency-Key makes one import of repeats of a file, one by one or at once', async () => {
    const word = randomUUID();
    const file = `firstName,paternalLastName\nAna,${word}\n`;
    const params = new URLSearchParams({ defaults: defaults() });
    const by = (key: string, text = file) =>
      staff.post(`/api/contacts/import?${params}`, text, { ...csv, 'idempotency-key': key });
    const key = randomUUID();
    const together = await Promise.all(Array.from({ length: 8 }, () => by(key)));
    const taken = together.filter(({ status }) => status === 202);
    expect(taken.length).toBeGreaterThan(0);
    expect(together.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
    expect(new Set(taken.map(({ body }) => body.importUuid)).size).toBe(1);
    const { body: first } = await by(key);
    expect(first).toEqual(taken[0]?.body);
    expect(await finished(first.importUuid)).toMatchObject({ acceptedRows: 1 });
    expect((await by(key)).body).toEqual(first);
    expect((await found(word)).totalElements).toBe(1);
    expect((await by(key, `${file}Eva,${word}\n`)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await by('not visible \t')).status).toBe(400);
    const broken = randomUUID();
    expect((await by(broken, 'firstName,paternalLastName\nAna,"x')).status).toBe(400);
    expect((await by(broken, file)).status).toBe(202);
  });

  test('creates the good rows and tells line by line why the others were refused', async () => {
    const word = randomUUID();
    const file = [
      'First name;paternal_last_name;Preferred-Email;identityType;identityId;preferredPhoneNumber.phoneCountryCode;preferredPhoneNumber.phoneNumber;Shoe size',
      `Ana;"Núñez ""la"" ${word}";ana@example.com;CHILE_RUT;12.345.678-5;'+56;912345678;38`,
      '',
      `Eva;${word};not an e-mail;CHILE_RUT;;;;`,
      `Tom;"${word}`,
      'on two lines";;;;;;',
      `Rut;${word};;CHILE_RUT;1-1;;;`,
      `;${word};;;;;;`,
    ].join('\r\n');
    const { status, body } = await send(file);
    expect(status, JSON.stringify(body)).toBe(202);
    expect(body).toMatchObject({ dryRun: false, totalRows: 5, ignoredColumns: ['Shoe size'] });
    expect(await finished(body.importUuid)).toMatchObject({
      processedRows: 5,
      acceptedRows: 2,
      refusedRows: 3,
    });
    const refused = await refusals(body.importUuid);
    const faults = refused.map(
      ({ line, errors }: { line: number; errors: { field: string }[] }) => [
        line,
        errors.map((each) => each.field),
      ],
    );
    expect(faults).toEqual([
      [4, ['preferredEmail']],
      [7, ['identityId']],
      [8, ['firstName']],
    ]);
    const { content } = await found(word);
    expect(content.map((each: { firstName: string }) => each.firstName).toSorted()).toEqual([
      'Ana',
      'Tom',
    ]);
    expect(content.find((each: { firstName: string }) => each.firstName === 'Ana')).toMatchObject({
      paternalLastName: `Núñez "la" ${word}`,
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '912345678' },
      contactManagerId: managerUuid,
      tenantUuid: tenant.tenantUuid,
    });
    const kept = await w.db.asPlatform(
      (tx) => tx`select from contact_import_rows where import_uuid = ${body.importUuid}`,
    );
    expect(kept).toHaveLength(3);
  });

  test('takes Latin-1, tabs, a mapping of its own names, and a BOM', async () => {
    const word = randomUUID();
    const mapping = JSON.stringify({ Nombre: 'firstName', Apellido: 'paternalLastName' });
    const latin1 = Buffer.from(`Nombre\tApellido\nÑandú\t${word}\n`, 'latin1');
    const utf8 = Buffer.from(`\uFEFFNombre,Apellido\nÍñigo,${word}\n`);
    for (const file of [latin1, utf8]) {
      const { status, body } = await send(file, { mapping });
      expect(status, JSON.stringify(body)).toBe(202);
      await finished(body.importUuid);
    }
    const { content } = await found(word);
    expect(content.map((each: { firstName: string }) => each.firstName).toSorted()).toEqual(
      ['Ñandú', 'Íñigo'].toSorted(),
    );
  });

  test('in a dry run answers at once what would become of it, and writes nothing', async () => {
    const word = randomUUID();
    const file = `firstName,paternalLastName,contactManagerId,marketSegment\nAna,${word},,\nEva,${word},${randomUUID()},\nTom,${word},,PAUPERS\n`;
    const { status, body } = await send(file, { dryRun: 'true' });
    expect([status, body]).toMatchObject([
      200,
      { rows: 3, accepted: 1, refused: 2, existing: 0, isSample: false, ignoredColumns: [] },
    ]);
    expect(body.columns[0]).toEqual({ name: 'firstName', field: 'firstName' });
    expect(body.sample).toMatchObject([
      { line: 2, values: { firstName: 'Ana', contactManagerId: '' }, errors: [] },
      { line: 3, errors: [{ field: 'contactManagerId', column: 'contactManagerId' }] },
      { line: 4, errors: [{ field: 'marketSegment', column: 'marketSegment' }] },
    ]);
    expect((await found(word)).totalElements).toBe(0);
    const kept = await w.db.asPlatform(
      (tx) => tx`select from contact_import_rows where cells::text like ${`%${word}%`}`,
    );
    expect(kept).toHaveLength(0);
  });

  test('goes through more rows than one turn takes, each once', async () => {
    const word = randomUUID();
    const rows = Array.from({ length: 2050 }, (_, at) => `N${at},${word}`);
    const { body } = await send(`firstName,paternalLastName\n${rows.join('\n')}`);
    expect(await finished(body.importUuid)).toMatchObject({ totalRows: 2050, acceptedRows: 2050 });
    expect((await found(word)).totalElements).toBe(2050);
  });

  test.each<[string, string, Record<string, string>, string]>([
    ['is empty', '', {}, 'body'],
    ['has no column for a required field', 'firstName\nAna', {}, 'paternalLastName'],
    ['has two columns for a field', 'firstName,First Name,paternalLastName\n', {}, 'firstName'],
    ['maps to no field', 'a,b\n', { mapping: '{"a":"shoeSize"}' }, 'mapping'],
    ['maps by something else than JSON', 'a,b\n', { mapping: 'a=b' }, 'body'],
    ['maps by a list', 'a,b\n', { mapping: '[]' }, 'mapping'],
    ['has defaults for no field', 'a,b\n', { defaults: '{"shoeSize":"38"}' }, 'defaults'],
    ['has a quote that never ends', 'firstName,paternalLastName\n"Ana,x\n', {}, 'body'],
    [
      'has more than 50,000 rows',
      `firstName,paternalLastName\n${'A,B\n'.repeat(50_001)}`,
      {},
      'body',
    ],
  ])('is refused as a whole when the file %s', async (_title, file, query, field) => {
    const { status, body } = await send(file, query);
    expect([status, body.errors.map((each: { field: string }) => each.field)[0]]).toEqual([
      400,
      field,
    ]);
  });

  test('is closed to clients and other tenants, and to other media types', async () => {
    const file = 'firstName,paternalLastName\nAna,Soto\n';
    expect((await send(file, {}, await tenant.as('CLIENT'))).status).toBe(403);
    const json = await staff.post('/api/contacts/import', {});
    expect(json.status).toBe(415);
    expect((await staff.post('/api/contacts', 'a,b', csv)).status).toBe(415);
    const { body } = await send(file);
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    const path = `/api/contacts/imports/${body.importUuid}`;
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get(`${path}/refused-rows`)).status).toBe(404);
    await finished(body.importUuid);
  });
});

describe('exporting contacts', () => {
  test('gives the filtered list as CSV that no spreadsheet runs, and that can be imported', async () => {
    const word = randomUUID();
    const formula = `=HYPERLINK("http://evil","${word}")`;
    const created = await staff.post('/api/contacts', {
      ...JSON.parse(defaults()),
      firstName: formula,
      paternalLastName: `Soto, "x"\n${word}`,
      firmId: tenant.tenantUuid,
      firmType: 'TENANT',
      contactManagerFirmType: 'TENANT',
      status: 'ACTIVE',
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '912345678' },
    });
    expect(created.status).toBe(200);
    await staff.put(`/api/contacts/${created.body.contactUuid}`, { annualIncome: '-15.00' });
    const answer = await staff.post('/api/v2/contacts/export', { searchTerm: word });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/csv');
    const text = String(answer.body);
    expect(text.split('\r\n')[0]).toMatch(/^contactUuid,firstName,/);
    expect(text).toContain(`"'=HYPERLINK(""http://evil"",""${word}"")"`);
    expect(text).toContain(`"Soto, ""x""\n${word}"`);
    expect(text).toContain(',-15.00,');

    await staff.delete(`/api/contacts/${created.body.contactUuid}`);
    const { body } = await send(text);
    expect(await finished(body.importUuid)).toMatchObject({ acceptedRows: 1, refusedRows: 0 });
    const { content } = await found(word);
    expect(content).toMatchObject([
      { firstName: formula, preferredPhoneNumber: { phoneCountryCode: '+56' } },
    ]);
  });

  test('reads on beyond a batch, and is recorded with its count', async () => {
    const own = await w.tenant();
    const [reader, { tenantStaffUuid }] = [await own.as('TENANT_ADMIN'), await own.staff()];
    await w.db.asPlatform(
      (tx) => tx`
        insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name,
          paternal_last_name, contact_type, contact_means, preferred_contact_language, status,
          firm_type, firm_entity_uuid, contact_manager_type, contact_manager_entity_uuid)
        select ${own.tenantUuid}, gen_random_uuid(), gen_random_uuid(), 'N' || n, 'Soto', 'PROSPECT',
          'EMAIL', 'SPANISH', 'ACTIVE', 'TENANT', ${own.tenantUuid}, 'TENANT', ${tenantStaffUuid}
          from generate_series(1, 2500) n`,
    );
    const { body } = await reader.post('/api/v2/contacts/export', {});
    const names = String(body)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1]);
    expect([names.length, new Set(names).size]).toEqual([2500, 2500]);
    const events = await w.db.asPlatform(
      (tx) => tx`select entity_type, attributes from events
                  where event_type = 'export.completed' and tenant_uuid = ${own.tenantUuid}`,
    );
    expect(events).toMatchObject([
      { entityType: 'EXPORT', attributes: { list: 'contacts', format: 'csv', rowCount: '2500' } },
    ]);
  });

  test('refuses a filter it does not know, and clients', async () => {
    const unknown = { filters: [{ field: 'shoeSize', operator: 'equals', value: 1 }] };
    expect((await staff.post('/api/v2/contacts/export', unknown)).status).toBe(400);
    const client = await tenant.as('CLIENT');
    expect((await client.post('/api/v2/contacts/export', {})).status).toBe(403);
  });
});

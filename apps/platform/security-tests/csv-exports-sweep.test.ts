import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { contactTable } from '../src/contacts/fields.ts';
import { contactInput } from '../test-support/contact-input.ts';
import { meetingWorld, uuidOf } from '../test-support/meeting-world.ts';
import { world } from '../test-support/world.ts';
import { operationsOf } from './operations.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, tenant } = m;

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const hostile = [
  ...signs.map((sign) => `${sign}SUM(A1)`),
  ...['\t', '\r', '\n', '\r\n'].map((space) => `${space}=1+1`),
  ...[';', '\t', '\r', '\n', '\r\n', '; ', ';"', ";'", ';\t'].flatMap((within) => [
    `a${within}=1+1`,
    `a${within}＝1+1`,
  ]),
  ...["'=1+1", "''=1+1", '"=1+1', '-1+1', '+1e400', '=', '@', "'"],
];

/** The texts of a contact that an export has as columns and that take any text. */
const texts = Object.entries(contactTable).flatMap(([name, field]) => {
  const { update = {}, exported = false } = field as { update?: object; exported?: boolean };
  const said = JSON.stringify(update);
  const takesAny = said.includes('"string"') && !/"(enum|const|pattern|format)"/.test(said);
  const isName = said.includes('not-blank');
  return exported && (takesAny || isName) ? [name] : [];
});

const plainNumber = /^[+-]?\d+(\.\d+)?$/;
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
// Where a spreadsheet takes a semicolon or tab for the end of a cell, quotes may be its own.
const formulaWithin = /[;\t\r\n]["']*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const isFormula = (cell: string) =>
  !plainNumber.test(cell) &&
  (formula.test(cell) || formulaWithin.test(cell.replaceAll(/(?<=[;\t\r\n])'/g, 'x')));

async function exported(list: string) {
  const { status, body } = await admin.post(`/api/v2/${list}/export`, {});
  expect(status).toBe(200);
  const text = String(body);
  const rows: string[][] = parse(text, { relax_column_count: false });
  return { text, header: rows[0] ?? [], rows: rows.slice(1) };
}

/** Makes a record with the text; one that is refused as a whole is none of an export. */
async function make(path: string, input: object) {
  const { status, body } = await admin.post(path, input);
  expect([200, 201, 400], JSON.stringify(body)).toContain(status);
  return status === 400 ? undefined : body;
}

test('the lists that are exported as CSV are those that are looked at here', () => {
  const found = operationsOf(w.app).flatMap(
    ({ path }) => /^\/api\/v2\/(.*)\/export$/.exec(path)?.[1] ?? [],
  );
  expect(found.sort()).toEqual(['contacts', 'households', 'meetings']);
  expect(texts).toEqual(expect.arrayContaining(['firstName', 'maternalLastName', 'displayName']));
});

test('no cell of an export begins a formula, and an import reads the same texts again', async () => {
  const managerUuid = uuidOf(m.host);
  let made = 0;
  for (const [index, value] of hostile.entries()) {
    const staff = await tenant.staff({ firstName: value.trim(), paternalLastName: value.trim() });
    const contact = await make('/api/contacts', {
      ...contactInput(tenant.tenantUuid, managerUuid),
      firstName: `c${index}`,
      preferredEmail: null,
      identityId: null,
      identityType: null,
    });
    for (const name of texts.filter((each) => each !== 'firstName')) {
      const { status } = await admin.put(`/api/contacts/${contact.contactUuid}`, { [name]: value });
      expect([200, 400]).toContain(status);
      if (status === 200) made += 1;
    }
    await make('/api/contacts', {
      ...contactInput(tenant.tenantUuid, managerUuid),
      firstName: value,
      preferredEmail: null,
      identityId: null,
      identityType: null,
    });
    await make('/api/households', {
      name: value,
      relationshipManagerType: 'TENANT_STAFF',
      relationshipManagerUuid: staff.tenantStaffUuid,
      isActive: true,
    });
    await make('/api/households', {
      name: `Familia ${index}`,
      relationshipManagerType: 'TENANT_STAFF',
      relationshipManagerUuid: managerUuid,
      isActive: true,
      accountNumbers: [value],
    });
    await make(
      '/api/v1/meetings',
      m.input({ title: value, hostUuid: staff.tenantStaffUuid, notifyHost: false }),
    );
  }
  expect(made).toBeGreaterThan(hostile.length * 4);
  for (const list of ['contacts', 'households', 'meetings']) {
    const { header, rows } = await exported(list);
    expect(rows.length).toBeGreaterThan(hostile.length / 2);
    expect([header, ...rows].flat().filter(isFormula)).toEqual([]);
  }

  const before = await named();
  const { text } = await exported('contacts');
  // A row of a contact that is there would be passed over.
  await w.db.asPlatform(
    (tx) => tx`update contacts set deleted_at = now() where tenant_uuid = ${tenant.tenantUuid}`,
  );
  const { status, body } = await admin.post('/api/contacts/import', text, {
    'content-type': 'text/csv',
  });
  expect(status, JSON.stringify(body)).toBe(202);
  const progress = async () => (await admin.get(`/api/contacts/imports/${body.importUuid}`)).body;
  await expect.poll(async () => (await progress()).status, { timeout: 60_000 }).toBe('DONE');
  expect(await progress()).toMatchObject({ refusedRows: 0 });
  expect(await named()).toEqual(before);
});

/** The texts of the live contacts of the tenant that an import takes, in an order. */
async function named(): Promise<string[]> {
  const rows = await w.db.asPlatform(
    (tx) => tx<Record<string, string>[]>`
      select first_name, middle_name, paternal_last_name, maternal_last_name, contact_source,
             market_segment, display_name
        from contacts where tenant_uuid = ${tenant.tenantUuid} and deleted_at is null`,
  );
  return rows.map((row) => JSON.stringify(row)).sort();
}

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let manager: string;

beforeAll(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
  manager = (await tenant.staff()).tenantStaffUuid;
});

type Contact = Record<string, unknown> & { contactUuid: string };

async function create(fields: object, changes: object = {}): Promise<Contact> {
  const input = { ...contactInput(tenant.tenantUuid, manager), ...fields };
  const { status, body } = await admin.post('/api/contacts', input);
  expect([status, body.errors]).toEqual([200, undefined]);
  const changed = await admin.put(`/api/contacts/${body.contactUuid}`, changes);
  expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
  return changed.body;
}
const put = (contactUuid: string, changes: object) =>
  admin.put(`/api/contacts/${contactUuid}`, changes);
const read = async (contactUuid: string): Promise<Contact> =>
  (await admin.get(`/api/contacts/${contactUuid}`)).body;

/** A surname of its own: what is exported is found by it. */
const newWord = () => `w${randomUUID().slice(0, 8)}`;
async function exported(searchTerm: string): Promise<string> {
  const { status, body } = await admin.post('/api/v2/contacts/export', { searchTerm });
  expect(status).toBe(200);
  return String(body);
}
async function imported(file: string, query: Record<string, string> = {}, by = admin) {
  const params = new URLSearchParams(query);
  const sent = await by.post(`/api/contacts/import?${params}`, file, {
    'content-type': 'text/csv',
  });
  expect([sent.status, sent.body.errors]).toEqual([202, undefined]);
  const path = `/api/contacts/imports/${sent.body.importUuid}`;
  await expect.poll(async () => (await by.get(path)).body.status).toBe('DONE');
  const { acceptedRows, existing, refusedRows, ignoredColumns, processedRows } = (
    await by.get(path)
  ).body;
  const { body: refused } = await by.get(`${path}/refused-rows`);
  expect(processedRows).toBe(acceptedRows + existing + refusedRows);
  return { counts: { acceptedRows, existing, refusedRows }, refused, ignoredColumns, path };
}
async function all(searchTerm: string): Promise<Contact[]> {
  const { body } = await admin.get(`/api/contacts?searchTerm=${searchTerm}&sort=firstName,asc`);
  return body.content;
}

/** Names what the export has of a contact and a change may state. */
const { fields } = await import('./import-fields.ts').then(({ importFields }) => ({
  fields: [...importFields.keys()].filter((name) => name !== 'contactUuid'),
}));
const statedOf = (contact: Contact) =>
  Object.fromEntries(
    [...fields, 'preferredPhoneNumber']
      .filter((name) => name in contact && !name.startsWith('captured'))
      .map((name) => [name, contact[name]]),
  );
const withoutEmpty = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]),
  );
const updatesOf = async (contactUuid: string) => {
  const events = await w.db.asPlatform(
    (tx) => tx`select attributes from events where entity_id = ${contactUuid}
                  and event_type = 'contact.updated' order by event_uuid`,
  );
  return events.map(({ attributes }) => attributes.changedFields);
};

describe('The export of contacts', () => {
  test('is taken whole by an import: passed over while they are there, with every column afterwards', async () => {
    const word = newWord();
    const ana = await create(
      { firstName: 'Ana', paternalLastName: word, dateOfBirth: '1980-02-29' },
      {
        displayName: "'Anita'",
        primaryEmail: `${word}@example.com`,
        stageName: 'PROPOSAL',
        segmentName: 'AFFLUENT',
        annualIncome: '1.234',
        totalNetWorth: '-12',
        countryOfBirth: 'CHL',
        countryOfCitizenship: 'PER',
      },
    );
    const ida = await create({ firstName: 'Ida', paternalLastName: word }, { status: 'INACTIVE' });
    const file = await exported(word);
    const none = { acceptedRows: 0, existing: 2, refusedRows: 0 };
    expect((await imported(file)).counts).toEqual(none);
    const dry = await admin.post('/api/contacts/import?dryRun=true', file, {
      'content-type': 'text/csv',
    });
    expect(dry.body).toMatchObject({ rows: 2, accepted: 0, existing: 2, refused: 0 });
    expect(await all(word)).toMatchObject([ana, ida]);

    for (const { contactUuid } of [ana, ida]) await admin.delete(`/api/contacts/${contactUuid}`);
    const again = await imported(file);
    expect(again.counts).toEqual({ acceptedRows: 2, existing: 0, refusedRows: 0 });
    expect(again.ignoredColumns).toEqual(['createdAt', 'updatedAt']);
    const back = await all(word);
    expect(back.map(statedOf)).toEqual([ana, ida].map(statedOf));
    expect(back.map(({ contactUuid }) => contactUuid)).not.toContain(ana.contactUuid);
    const events = await w.db.asPlatform(
      (tx) => tx`select event_type, attributes ->> 'stageName' as stage from events
                  where entity_id = any(${back.map(({ contactUuid }) => contactUuid)}::uuid[])
                  order by event_uuid`,
    );
    expect(events.map(({ eventType, stage }) => [eventType, stage])).toEqual([
      ['contact.created', 'PROPOSAL'],
      ['contact.created', null],
    ]);
  });

  test('of any records comes back equal: SKIP changes nothing, UPDATE sets what the file says', async () => {
    const word = newWord();
    const text = fc
      .oneof(
        fc.string({ unit: fc.constantFrom(...` ;,\t\r\n"'=-+@x1eE.ñé`), maxLength: 12 }),
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc.constantFrom('1.5E+10', '="1"', ' x ', "'x", '-1', '\u00a0y', 'sep=;', '"', '=""'),
      )
      .map((each) => each.normalize('NFC').replaceAll('\0', '0'));
    const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    const name = text.map((each) => `N${each}`);
    const [aCountry, aDay] = [
      fc.constantFrom('CHL', 'PER'),
      fc.constantFrom('1980-02-29', '2000-01-01'),
    ];
    const amount = fc.constantFrom('1.234', '007', '-0.5', '123456789012345.1234', '1200000.50');
    const record = fc.record({
      firstName: name,
      middleName: some(text),
      maternalLastName: some(text),
      displayName: some(text),
      contactType: fc.constantFrom('PROSPECT', 'ACTIVE', 'SUBSCRIBER'),
      status: fc.constantFrom('ACTIVE', 'INACTIVE'),
      preferredEmail: some(fc.constantFrom('a@example.com', "o'x@example.com")),
      primaryEmail: some(fc.constantFrom('-b@example.com', 'b+c@example.com')),
      preferredPhoneNumber: some(
        fc.constantFrom(
          { phoneCountryCode: '+56', phoneNumber: '981000014' },
          { phoneCountryCode: '+1', phoneNumber: '0123' },
        ),
      ),
      dateOfBirth: some(aDay),
      gender: some(fc.constantFrom('MALE', 'OTHER')),
      maritalStatus: some(fc.constantFrom('SINGLE', 'WIDOWED')),
      identityType: some(fc.constantFrom('PASSPORT', 'NATIONAL_ID')),
      identityId: some(fc.constantFrom('00123', '1.5E+10', '=1', '12E5', "'x", '-5')),
      identityCountry: some(aCountry),
      contactPreference: some(fc.constantFrom('CALL', 'EMAIL')),
      stageName: some(fc.constantFrom('LEAD', 'LOST')),
      segmentName: some(fc.constantFrom('AFFLUENT')),
      contactSource: some(fc.constantFrom('EVENT')),
      marketSegment: some(fc.constantFrom('AFFLUENT')),
      annualIncome: some(amount),
      liquidNetWorth: some(amount),
      totalNetWorth: some(amount),
      countryOfBirth: some(aCountry),
      countryOfCitizenship: some(aCountry),
    });
    const made: Contact[] = [];
    for (const at of [0, 1, 2, 3]) {
      const { body } = await admin.post('/api/contacts', {
        ...contactInput(tenant.tenantUuid, manager),
        firstName: `N${at}`,
        paternalLastName: word,
      });
      made.push(body);
    }
    const setAll = async (records: object[]) => {
      for (const [at, each] of records.entries()) {
        const { status, body } = await put(made[at]?.contactUuid ?? '', each);
        expect([status, body.errors]).toEqual([200, undefined]);
      }
    };
    const state = () => Promise.all(made.map(({ contactUuid }) => read(contactUuid)));
    const four = fc.array(record, { minLength: 4, maxLength: 4 });
    const count = made.length;
    await fc.assert(
      fc.asyncProperty(four, four, async (before, after) => {
        await setAll(before);
        const wanted = await state();
        const file = await exported(word);
        expect((await imported(file, { onExisting: 'UPDATE' })).counts).toEqual({
          acceptedRows: count,
          existing: 0,
          refusedRows: 0,
        });
        // What says what is there already changes nothing, not even the time of the last change.
        expect(await state()).toEqual(wanted);
        await setAll(after);
        const other = await state();
        expect((await imported(file)).counts.existing).toBe(count);
        expect(await state()).toEqual(other);
        const { refused } = await imported(file, { onExisting: 'UPDATE' });
        expect(refused).toEqual([]);
        // An empty text and none at all are one in a file.
        const said = (contacts: Contact[]) => contacts.map(statedOf).map(withoutEmpty);
        expect(said(await state())).toEqual(said(wanted));
      }),
      {
        numRuns: Number(process.env.OUT_AND_IN_ROUNDS ?? 4),
        seed: Number(process.env.SOAK_SEED ?? 7),
      },
    );
    expect((await all(word)).length).toBe(count);
  });

  test('changes with UPDATE only the columns that the file has, and records it as any change', async () => {
    const word = newWord();
    const ana = await create(
      { firstName: 'Ana', paternalLastName: word },
      { displayName: 'Anita', stageName: 'LEAD', annualIncome: '5' },
    );
    const before = (await updatesOf(ana.contactUuid)).length;
    const header = 'contactUuid,firstName,displayName,stageName';
    const rows = [
      `${ana.contactUuid.toUpperCase()},Anna,,Propuesta`,
      `${ana.contactUuid},Anna,,PROPOSAL`,
    ];
    const file = [header, ...rows].join('\n');
    const defaults = JSON.stringify({ contactType: 'ACTIVE', paternalLastName: 'Otra' });
    const { counts } = await imported(file, { onExisting: 'UPDATE', defaults });
    expect(counts).toEqual({ acceptedRows: 2, existing: 0, refusedRows: 0 });
    expect(await read(ana.contactUuid)).toMatchObject({
      firstName: 'Anna',
      paternalLastName: word,
      contactType: ana.contactType,
      displayName: null,
      stageName: 'PROPOSAL',
      annualIncome: '5',
    });
    expect((await updatesOf(ana.contactUuid)).slice(before)).toEqual([
      'displayName,firstName,stageName',
    ]);
  });

  test('refuses with UPDATE what the same change by hand would, and names the field', async () => {
    const word = newWord();
    const ana = await create(
      { firstName: 'Ana', paternalLastName: word },
      { primaryEmail: `${word}@example.com` },
    );
    const eva = await create(
      { firstName: 'Eva', paternalLastName: word },
      { primaryEmail: `x${word}@example.com` },
    );
    for (const { contactUuid } of [ana, eva])
      expect((await admin.post(`/api/contacts/${contactUuid}/credentials/init`)).status).toBe(200);
    for (const [column, value, field, code] of [
      ['primaryEmail', `x${word}@example.com`, 'primaryEmail', 'EMAIL_TAKEN'],
      ['primaryEmail', '', 'row', 'LOGIN_NEEDS_EMAIL'],
      ['stageName', 'NOWHERE', 'stageName', 'NOT_ALLOWED'],
      ['RUT', '1-1', 'identityId', 'INVALID_FORMAT'],
      ['paternalLastName', '', 'paternalLastName', 'REQUIRED'],
      ['contactType', 'Amigo', 'contactType', 'NOT_ALLOWED'],
    ] as const) {
      const file = `contactUuid,${column}\n${ana.contactUuid},${value}\n`;
      const { counts, refused } = await imported(file, { onExisting: 'UPDATE' });
      expect([counts.refusedRows, refused[0]?.errors[0]]).toMatchObject([1, { field, code }]);
    }
    expect(await read(ana.contactUuid)).toMatchObject({ primaryEmail: `${word}@example.com` });
    const bad = await imported('contactUuid,firstName\nno,Ana\n,Ana\n', { onExisting: 'UPDATE' });
    expect(bad.refused[1].errors).toMatchObject([
      { field: 'paternalLastName', code: 'REQUIRED' },
      {},
      {},
      {},
      {},
    ]);
    expect(bad.refused[0].errors).toMatchObject([{ field: 'contactUuid', column: 'contactUuid' }]);
  });

  test('never doubles a contact that was merged, or that its importer may not see', async () => {
    const word = newWord();
    const { body: partner } = await admin.post('/api/partners', { name: `Socios ${word}` });
    const theirs = await tenant.as('PARTNER_STAFF', partner.partnerUuid);
    const ana = await create({ firstName: 'Ana', paternalLastName: word });
    const eva = await create({ firstName: 'Eva', paternalLastName: word });
    const file = await exported(word);
    const merged = await admin.post(`/api/contacts/${ana.contactUuid}/merge`, {
      fromContactUuid: eva.contactUuid,
    });
    expect(merged.status).toBe(200);
    for (const onExisting of ['SKIP', 'UPDATE']) await imported(file, { onExisting });
    expect(await all(word)).toHaveLength(1);
    const skipped = await imported(file, {}, theirs);
    expect(skipped.counts.existing).toBe(2);
    const { refused } = await imported(file, { onExisting: 'UPDATE' }, theirs);
    expect(refused).toMatchObject([{ errors: [{ code: 'NOT_FOUND' }] }]);
    expect(await all(word)).toHaveLength(1);
    // Whoever mends a row of a contact that is there does not double it either.
    const odd = await imported(`${file.split('\r\n')[0]}\n${eva.contactUuid}x${','.repeat(30)}\n`);
    const mended = await admin.put(`${odd.path}/rows/2`, {
      values: { contactUuid: ana.contactUuid },
    });
    expect(mended.body).toMatchObject({ contactUuid: ana.contactUuid, errors: [] });
    expect((await admin.get(odd.path)).body).toMatchObject({ existing: 1, refusedRows: 0 });
  });
});

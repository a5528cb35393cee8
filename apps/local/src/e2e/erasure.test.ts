import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Headers, signIn } from '@atrium/api-client/test-support/call-api.ts';
import { beginning, nextHash } from '@atrium/kit/hash-chain.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { checkChains } from '@atrium/platform/audit/check-chains.ts';
import { openDb } from '@atrium/platform/database/db.ts';
import { afterAll, expect, test } from 'vitest';
import { openSql } from '../../test-support/open-sql.ts';
import { bootAtrium } from './atrium.ts';
import { openFirm } from './firm.ts';

const settings = { LOG_LEVEL: 'debug', CALENDAR_SIMULATORS: 'off', RATE_LIMITS: 'on' };
const atrium = await bootAtrium(settings);
const database = atrium.database;
if (!database) throw new Error('There is no embedded database');
const sql = openSql(database.options('atrium', 'postgres'));
afterAll(async () => {
  await sql.end();
  await atrium.stop();
});
const { call, root, adviser, contact, countEvents } = await openFirm(atrium);
const tenantUuid = adviser['x-tenant-uuid'] ?? '';
const admin = { ...root, 'x-tenant-uuid': tenantUuid };

/** Words that tell of the person, each of them nobody else's. */
const email = 'zephyrina@quill.example';
const secrets = [
  'Zephyrina',
  'Quillmark',
  'Brandywine',
  'Thornfield',
  'quill.example',
  '977665544',
  'ZQ-998877',
];

/** Sends a request that has to succeed, and returns the answer's body. */
async function send(method: string, path: string, body?: unknown, who: Headers = adviser) {
  const answer = await call(method, path, body, who);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

/** Returns every column of every table in which a secret is found, bytes read as text too. */
async function columnsWithSecrets(): Promise<string[]> {
  const columns = await sql<{ place: string; column: string; type: string }[]>`
    select format('%I.%I', c.table_schema, c.table_name) as place,
           format('%I', c.column_name) as column, c.data_type as type
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`;
  expect(columns.length).toBeGreaterThan(400);
  const queries = columns.map(({ place, column, type }) => {
    const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`;
    const words = secrets.map((each) => `${text} ilike '%${each}%'`).join(' or ');
    return `select '${place}.${column}' as found where exists (select from ${place} where ${words})`;
  });
  const rows = await sql<{ found: string }[]>`${sql.unsafe(queries.join(' union all '))}`;
  return rows.map(({ found }) => found);
}

/** Returns every file of the services in which a secret is found; PostgreSQL answers for its own. */
function filesWithSecrets(): string[] {
  const { dataDir } = atrium;
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(dataDir, path).startsWith('postgres'))
    .filter((path) => holdsSecret(readIfThere(path)));
}

/** Returns a file; one that its service has removed since it was listed is empty. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Buffer.of();
  }
}

function holdsSecret(content: string | Buffer): boolean {
  const text = content.toString('latin1').toLowerCase();
  const isCoded = (each: string) => text.includes(Buffer.from(each).toString('base64'));
  return secrets.some((each) => text.includes(each.toLowerCase()) || isCoded(each));
}

/** A person of whom something is held in every store. */
async function zephyrina(): Promise<string> {
  const names = { firstName: 'Zephyrina', paternalLastName: 'Quillmark' };
  const identity = { identityType: 'PASSPORT', identityId: 'ZQ-998877' };
  const phone = { phoneCountryCode: '+56', phoneNumber: '977665544' };
  const ways = { preferredEmail: email, preferredPhoneNumber: phone };
  const { contactUuid } = await send(
    'POST',
    '/api/contacts',
    { ...contact, ...names, ...identity, ...ways, maternalLastName: 'Brandywine' },
    { ...adviser, 'idempotency-key': randomUUID() },
  );
  const path = `/api/contacts/${contactUuid}`;
  const addresses = [{ streetName: 'Thornfield', contactAddressType: 'SALES', isPrimary: true }];
  await send('PUT', path, { primaryEmail: 'zephyrina.own@quill.example', addresses });
  await send('POST', `${path}/credentials/init`);
  const twin = { ...contact, ...names, preferredEmail: 'twin@quill.example' };
  const { contactUuid: fromContactUuid } = await send('POST', '/api/contacts', twin);
  await send('POST', `${path}/merge`, { fromContactUuid });
  const about = { entityType: 'CONTACT', entityUuid: contactUuid };
  await send('POST', '/api/notes', { ...about, text: 'Zephyrina called' });
  await send('POST', '/api/tasks', { ...about, title: 'Call Zephyrina' });
  await send('POST', '/api/households', {
    name: 'Quillmark',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: adviser['x-user-id'],
    members: [{ memberType: 'CONTACT', contactUuid, isPrimary: true }],
  });
  const guest = { externalAttendees: [{ email, name: 'Zephyrina Quillmark' }] };
  for (const [year, people] of [
    [2020, { contactIds: [contactUuid] }],
    [2030, { contactIds: [contactUuid] }],
    [2021, guest],
  ] as const)
    await send('POST', '/api/v1/meetings', {
      title: 'Review with Zephyrina',
      startDateTime: `${year}-05-06T10:00:00`,
      endDateTime: `${year}-05-06T11:00:00`,
      timezone: 'America/Santiago',
      locationType: 'IN_PERSON',
      locationDetail: 'Apoquindo 3000',
      ...people,
    });
  return contactUuid;
}

/** Sets the person's password by the mailed link, signs in, and leaves failures behind too. */
async function signInAsClient(): Promise<void> {
  const to = 'zephyrina.own@quill.example';
  const mails = async () => (await call('GET', '/dev/mailbox.json')).body as MailSeen[];
  const link = async () =>
    (await mails())
      .filter((mail) => mail.to === to)
      .flatMap((mail) => mail.links)
      .find((each) => each.includes('token=') && !each.includes('rsvp'));
  await expect.poll(link).toBeDefined();
  const token = /token=([\w-]+)/.exec((await link()) ?? '')?.[1];
  const password = 'a long enough password';
  await send('POST', '/api/auth/password-reset/confirm', { token, password }, {});
  expect((await call('POST', '/api/auth/login', { email: to, password: 'no' })).status).toBe(401);
  await send('GET', '/api/v1/meetings', undefined, await signIn(call, to, password));
  const invited = async () => (await mails()).filter((mail) => mail.to.includes('quill')).length;
  await expect.poll(invited).toBeGreaterThan(2);
}

type MailSeen = { to: string; links: string[] };

/** Imports and exports the person, with a row that is refused, and asks for what cannot be. */
async function inFilesAndFailures(contactUuid: string): Promise<void> {
  const csv = `firstName,paternalLastName,contactType,contactMeans,preferredContactLanguage,contactManagerId,preferredEmail
Zephyrina,Quillmark,NOTHING,EMAIL,SPANISH,${adviser['x-user-id']},${email}\n`;
  const response = await fetch(`${atrium.address}/api/contacts/import`, {
    method: 'POST',
    headers: { ...adviser, 'content-type': 'text/csv' },
    body: csv,
  });
  const { importUuid } = (await response.json()) as { importUuid: string };
  const state = async () => (await send('GET', `/api/contacts/imports/${importUuid}`)).status;
  await expect.poll(state).toBe('DONE');
  const listed = { searchTerm: 'Zephyrina' };
  expect(await send('POST', '/api/v2/contacts/export', listed)).toContain('Quillmark');
  await send('GET', '/api/contacts?searchTerm=Quillmark');
  await send('GET', `/api/contacts/${contactUuid}/personal-data`, undefined, admin);
  for (const body of [{ firstName: 'Zephyrina', gender: email }, { primaryEmail: 'Quillmark' }])
    expect((await call('PUT', `/api/contacts/${contactUuid}`, body, adviser)).status).toBe(400);
}

/** Returns the firm's trail as exported once all of it is chained, whose hashes are right. */
async function chainedTrail(): Promise<{ eventType: string; entityId: string }[]> {
  const unchained = async () =>
    (await send('GET', '/api/audit?size=200', undefined, admin)).content.filter(
      ({ sequence }: { sequence: number | null }) => sequence === null,
    ).length;
  await expect.poll(unchained).toBe(0);
  const text: string = await send('GET', '/api/audit/export', undefined, admin);
  const lines = text.trim().split('\n');
  let previous = beginning;
  return lines.map((line) => {
    const { hash, ...event } = JSON.parse(line);
    expect(hash).toBe(nextHash(previous, event));
    previous = hash;
    return event;
  });
}

test('an erased person is in no table, file, mail, log, export or event of either service, and the trail is whole', async () => {
  const contactUuid = await zephyrina();
  await signInAsClient();
  await inFilesAndFailures(contactUuid);
  expect((await columnsWithSecrets()).length).toBeGreaterThan(15);
  await expect.poll(() => filesWithSecrets().length).toBeGreaterThan(0);
  await expect.poll(() => countEvents('contact.created')).toBe(2);
  const before = await chainedTrail();

  await send('POST', `/api/contacts/${contactUuid}/erase`, { reason: 'Asked for it' }, admin);
  await expect.poll(columnsWithSecrets).toEqual([]);
  await expect.poll(filesWithSecrets).toEqual([]);
  expect(atrium.lines.filter(holdsSecret)).toEqual([]);
  const exports = [
    await send('POST', '/api/v2/contacts/export', {}),
    await send('POST', '/api/v2/households/export', {}),
    await send('POST', '/api/v2/meetings/export', {}),
    await send('POST', '/api/v2/contacts', { includeDeleted: true }, admin),
  ];
  const types = await send('GET', '/api/analytics/catalogue', undefined, admin);
  for (const { eventType } of types.eventTypes)
    exports.push(
      await send('GET', `/api/analytics/events?eventType=${eventType}`, undefined, admin),
    );
  expect(exports.filter((each) => holdsSecret(JSON.stringify(each)))).toEqual([]);

  expect(await countEvents('contact.created')).toBe(2);
  const trail = await chainedTrail();
  expect(trail.slice(0, before.length)).toEqual(before);
  expect(trail).toContainEqual(
    expect.objectContaining({ eventType: 'contact.erased', entityId: contactUuid }),
  );
  const db = openDb({ url: database.url(), max: 2 });
  const nothingArchived = { objects: { read: async () => null }, heads: undefined };
  await checkChains(db, createLogger('test', 'silent'), nothingArchived).finally(() => db.close());
  const checks = await sql`select broken_at from audit_checks where broken_at is not null`;
  expect([checks.length, (await sql`select from audit_checks`).length > 0]).toEqual([0, true]);
});

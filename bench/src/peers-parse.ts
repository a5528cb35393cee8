import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '@atrium/kit/sql.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { freePort } from './atrium.ts';
import { type Column, camel, type Data, pageSize, type Row, stage } from './peers-data.ts';
import { auditContacts, indexContacts } from './peers-indexes.ts';
import { install } from './peers-install.ts';
import { asking, startPeer } from './peers-process.ts';
import type { Login, Subject } from './peers-subject.ts';

/** Node 24 is the newest that Parse Server runs on. PostGIS is asked for by geographic queries only. */
export const parse = { name: 'parse-server', version: '9.10.0', node: '24.21.0', build: [] };

const appId = 'bench';

/**
 * Starts Parse Server as its documentation sets it up: class-level permissions that ask for a session, an
 * ACL on each object that names the role of its tenant. Its database has the indexes of Atrium's
 * contacts, and writes an audit row with each new one: Parse Server has no trail of its own. Its
 * answers are not logged.
 */
export async function startParse(login: Login, data: Data, dataDir: string): Promise<Subject> {
  const installed = await install(parse);
  const masterKey = randomBytes(24).toString('hex');
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/parse`;
  const { host, user, password } = login;
  const config = join(dataDir, 'parse.json');
  const options = {
    appId,
    masterKey,
    serverURL: address,
    host: '127.0.0.1',
    port,
    mountPath: '/parse',
    databaseURI: 'postgres://localhost/parse',
    databaseOptions: { host, user, password },
    allowClientClassCreation: false,
    silent: true,
    logsFolder: null,
  };
  writeFileSync(config, JSON.stringify(options), { mode: 0o600 });
  const program = join(installed.folder, 'node_modules/parse-server/bin/parse-server');
  const logFile = join(dataDir, 'parse.log');
  const args = [program, config];
  const peer = await startPeer({ installed, args, health: `${address}/health`, logFile });
  const { headers, roles } = await furnish(address, masterKey, data);
  const sql = openSql({ ...login, database: 'parse' });
  await fill(sql, data, roles);
  await sql.end();

  const contacts = `${address}/classes/Contact`;
  const page = (stageName: string) => {
    const where = JSON.stringify({ tenantUuid: data.tenants[0], stageName });
    const order = { order: '-createdAt', limit: String(pageSize), count: '1' };
    return { url: `${contacts}?${new URLSearchParams({ where, ...order })}`, headers };
  };
  const body = JSON.stringify(newContact(data, roles));
  return {
    ...peer,
    name: 'Parse Server',
    version: `${parse.version}, Node ${parse.node}`,
    get: { url: `${contacts}/${objectId(data.contactUuid)}`, headers },
    list: page(spelledOut),
    short: page(stage),
    create: { url: contacts, method: 'POST', headers, body },
    foreign: { url: `${contacts}/${objectId(data.foreignUuid)}`, headers },
    read: ({ results, count, contactUuid, objectId: made }) =>
      results ? { rows: results.length, total: count } : { uuid: contactUuid ?? made },
  };
}

/** Makes the class with the columns of Atrium's contacts, and returns the headers of an adviser who has signed in. */
async function furnish(address: string, masterKey: string, { columns, tenants }: Data) {
  const application = { 'x-parse-application-id': appId };
  const ask = asking(address, { ...application, 'x-parse-master-key': masterKey });
  const own = columns.filter(({ name }) => !['created_at', 'updated_at'].includes(name));
  const signedIn = { requiresAuthentication: true };
  await ask('POST', '/schemas/Contact', {
    className: 'Contact',
    fields: Object.fromEntries(own.map((column) => [camel(column.name), { type: typeOf(column) }])),
    classLevelPermissions: {
      find: signedIn,
      get: signedIn,
      count: signedIn,
      create: signedIn,
      update: signedIn,
      delete: signedIn,
      addField: {},
    },
  });
  const account = { username: 'adviser', password: 'a long enough password' };
  const adviser = await ask('POST', '/users', account);
  const roles = new Map<string, string>();
  for (const [n, tenant] of tenants.entries()) {
    const name = `tenant-${n}`;
    const members = { __op: 'AddRelation', objects: [pointerTo(adviser)] };
    await ask('POST', '/roles', { name, ACL: {}, ...(n === 0 ? { users: members } : {}) });
    roles.set(tenant, `role:${name}`);
  }
  const login = asking(address, application);
  const { sessionToken } = await login('POST', '/login', account);
  return { headers: { ...application, 'x-parse-session-token': String(sessionToken) }, roles };
}

const pointerTo = ({ objectId: id }: Row) => ({
  __type: 'Pointer',
  className: '_User',
  objectId: id,
});

function typeOf({ type }: Column): string {
  if (/^(integer|bigint|numeric|double)/.test(type)) return 'Number';
  if (type.startsWith('timestamp')) return 'Date';
  if (type.endsWith('[]')) return 'Array';
  return { jsonb: 'Object', boolean: 'Boolean' }[type] ?? 'String';
}

/** The stage in which the contacts of the listed one stand again, with a value in each column. */
const spelledOut = `${stage}_SPELLED_OUT`;

/** What stands for an empty field: Parse Server leaves those that are null out of its answers. */
const stands: Record<string, unknown> = { String: '', Object: {}, Array: [], Boolean: false };

async function fill(sql: Sql, { columns, pages }: Data, roles: Map<string, string>) {
  const names = columns.map(({ name }) => camel(name));
  const all = sql.unsafe(
    [...names, 'objectId', '_rperm', '_wperm'].map((name) => `"${name}"`).join(),
  );
  for await (const rows of pages()) {
    const objects = rows.map((row) => {
      const role = [roles.get(String(row.tenant_uuid))];
      const fields = names.map((name, n) => [name, row[columns[n]?.name ?? '']]);
      const id = objectId(String(row.contact_uuid));
      return { ...Object.fromEntries(fields), objectId: id, _rperm: role, _wperm: role };
    });
    for (const object of objects.filter(({ stageName }) => stageName === stage)) {
      const full = columns.map((column) => {
        const name = camel(column.name);
        return [name, object[name] ?? stands[typeOf(column)]];
      });
      const objectId = `s${object.objectId}`;
      objects.push({ ...object, ...Object.fromEntries(full), objectId, stageName: spelledOut });
    }
    await sql`
      insert into "Contact" (${all})
      select ${all} from jsonb_populate_recordset(null::"Contact", ${sql.json(objects as never)})`;
  }
  await indexContacts(sql, 'Contact', camel);
  await auditContacts(sql, 'Contact', { key: 'objectId', tenant: 'tenantUuid' });
  await sql`vacuum analyze "Contact"`;
}

/** Returns an identifier of Parse's, which is short and random, as the first twelve digits of a UUID are. */
const objectId = (uuid: string) => uuid.replaceAll('-', '').slice(0, 12);

function newContact({ tenants }: Data, roles: Map<string, string>): Row {
  return {
    ACL: { [roles.get(tenants[0] ?? '') ?? '']: { read: true, write: true } },
    tenantUuid: tenants[0],
    firstName: 'Elena',
    paternalLastName: 'Fuentes',
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    firmType: 'TENANT',
    firmEntityUuid: tenants[0],
    contactManagerType: 'TENANT',
    contactManagerEntityUuid: tenants[0],
    status: 'ACTIVE',
    dateOfBirth: '1975-05-12',
    gender: 'FEMALE',
    maritalStatus: 'MARRIED',
    preferredEmail: 'elena@clients.example',
    preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '912345678' },
  };
}

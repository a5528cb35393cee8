import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Sql } from '@atrium/kit/sql.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { freePort } from './atrium.ts';
import { type Data, pageSize, type Row, stage } from './peers-data.ts';
import { indexContacts } from './peers-indexes.ts';
import { install, run } from './peers-install.ts';
import { asking, startPeer } from './peers-process.ts';
import type { Login, Subject } from './peers-subject.ts';

/**
 * The newest Directus that keeps a tenant's rows from other tenants: since 12.0 rules on rows are
 * ignored without a paid licence. Its isolated-vm needs the V8 of Node 22.
 */
const directus = {
  name: 'directus',
  version: '11.17.4',
  node: '22.23.3',
  build: ['isolated-vm'],
};

/**
 * Directus as its documentation sets it up: an existing table as a collection, a role whose policy
 * filters items by a field of the current user, activity and revisions recorded as by default.
 * Requests are not logged, the limiter that refuses when the event loop is busy is off, and the
 * schema is shared instead of copied for each request, which its default would do.
 */
export async function startDirectus(login: Login, data: Data, dataDir: string): Promise<Subject> {
  const installed = await install(directus);
  const adminToken = randomBytes(24).toString('hex');
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: address,
    SECRET: randomBytes(32).toString('hex'),
    DB_CLIENT: 'pg',
    DB_HOST: login.host,
    DB_PORT: '5432',
    DB_DATABASE: 'directus',
    DB_USER: login.user,
    DB_PASSWORD: login.password,
    ADMIN_EMAIL: 'root@bench.example.com',
    ADMIN_PASSWORD: randomBytes(24).toString('hex'),
    ADMIN_TOKEN: adminToken,
    ACCESS_TOKEN_TTL: '1d',
    STORAGE_LOCAL_ROOT: join(dataDir, 'directus-uploads'),
    EXTENSIONS_PATH: join(dataDir, 'directus-extensions'),
    LOG_LEVEL: 'warn',
    TELEMETRY: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    CACHE_SCHEMA_FREEZE_ENABLED: 'true',
  };
  const sql = openSql({ ...login, database: 'directus' });
  const program = join(installed.folder, 'node_modules/directus/cli.js');
  await run('node', [program, 'bootstrap'], installed.folder, { ...installed.env, ...env });
  await fill(sql, data);
  await sql.end();
  const logFile = join(dataDir, 'directus.log');
  const args = [program, 'start'];
  const health = `${address}/server/ping`;
  const peer = await startPeer({ installed, args, env, health, logFile });
  const headers = await furnish(address, adminToken, data);

  const filter = JSON.stringify({ stage_name: { _eq: stage } });
  const query = new URLSearchParams({
    filter,
    sort: '-created_at',
    limit: String(pageSize),
    meta: 'filter_count',
  });
  const items = `${address}/items/contacts`;
  return {
    ...peer,
    name: 'Directus',
    version: `${directus.version}, Node ${directus.node}`,
    get: { url: `${items}/${data.contactUuid}`, headers },
    list: { url: `${items}?${query}`, headers },
    short: { url: `${items}?${query}&fields=${data.filled.join()}`, headers },
    create: { url: items, method: 'POST', headers, body: JSON.stringify(newContact(data)) },
    foreign: { url: `${items}/${data.foreignUuid}`, headers },
    read: ({ data: found, meta }) =>
      Array.isArray(found)
        ? { rows: found.length, total: meta.filter_count }
        : { uuid: found.contact_uuid },
  };
}

/** The table of contacts with Atrium's columns, rows and indexes. */
async function fill(sql: Sql, { columns, pages }: Data): Promise<void> {
  const defaults: Record<string, string> = {
    contact_uuid: 'primary key default gen_random_uuid()',
    created_at: 'not null default now()',
    updated_at: 'not null default now()',
  };
  const lines = columns.map(({ name, type }) => `"${name}" ${type} ${defaults[name] ?? ''}`);
  await sql.unsafe(`create table contacts (${lines.join(', ')})`);
  for await (const rows of pages())
    await sql`insert into contacts select * from jsonb_populate_recordset(null::contacts, ${sql.json(rows as never)})`;
  await indexContacts(sql, 'contacts', (column) => column);
  await sql`vacuum analyze contacts`;
}

/** Rights of an adviser of the first tenant; answers the headers of one who has signed in. */
async function furnish(address: string, adminToken: string, { tenants }: Data) {
  const ask = asking(address, { authorization: `Bearer ${adminToken}` });
  await ask('PATCH', '/collections/contacts', { meta: {} });
  await ask('POST', '/fields/directus_users', { field: 'tenant_uuid', type: 'uuid' });
  const { data: role } = await ask('POST', '/roles', { name: 'Adviser' });
  const { data: policy } = await ask('POST', '/policies', { name: 'Contacts of the own tenant' });
  const { id: roleId } = role as unknown as Row;
  const { id: policyId } = policy as unknown as Row;
  await ask('POST', '/access', { role: roleId, policy: policyId });
  const own = { tenant_uuid: { _eq: '$CURRENT_USER.tenant_uuid' } };
  const rule = {
    policy: policyId,
    collection: 'contacts',
    fields: ['*'],
  };
  for (const action of ['read', 'update', 'delete'])
    await ask('POST', '/permissions', { ...rule, action, permissions: own });
  const presets = { tenant_uuid: '$CURRENT_USER.tenant_uuid' };
  await ask('POST', '/permissions', { ...rule, action: 'create', validation: own, presets });
  const account = { email: 'adviser@bench.example.com', password: 'a long enough password' };
  await ask('POST', '/users', { ...account, role: roleId, tenant_uuid: tenants[0] });
  const { data: session } = await ask('POST', '/auth/login', account);
  const { access_token } = session as unknown as Row;
  return { authorization: `Bearer ${access_token}` };
}

function newContact({ tenants }: Data): Row {
  return {
    tenant_uuid: tenants[0],
    first_name: 'Elena',
    paternal_last_name: 'Fuentes',
    contact_type: 'PROSPECT',
    contact_means: 'EMAIL',
    preferred_contact_language: 'SPANISH',
    firm_type: 'TENANT',
    firm_entity_uuid: tenants[0],
    contact_manager_type: 'TENANT',
    contact_manager_entity_uuid: tenants[0],
    status: 'ACTIVE',
    date_of_birth: '1975-05-12',
    gender: 'FEMALE',
    marital_status: 'MARRIED',
    preferred_email: 'elena@clients.example',
    preferred_phone_number: { phoneCountryCode: '+56', phoneNumber: '912345678' },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@atrium/local/ports.ts';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { startAnalyticsSimulator } from '../../../test-support/analytics-simulator.ts';
import { openSql } from '../../../test-support/open-sql.ts';
import { cloneDatabase, world } from '../../../test-support/world.ts';

const analytics = await startAnalyticsSimulator();
const entry = join(import.meta.dirname, '../../main.ts');
const patience = { timeout: 180_000, interval: 20 };
const rows = 900;
const processes = new Set<ChildProcess>();
afterAll(async () => {
  for (const each of processes) each.kill('SIGKILL');
  analytics.stop();
});

test('a removal that takes long is 202, is looked at where it says, and happens once', async () => {
  const w = await world({
    ANALYTICS_URL: analytics.url,
    PURGE_BATCH_ROWS: '7',
    PURGE_ANSWER_SECONDS: '0',
  });
  const system = await w.systemAdmin();
  const { tenantUuid } = await w.tenant();
  await insertContacts(w.sql, tenantUuid);
  const purge = () => system.post('/api/tenants/delete', { tenantUuid });
  const statusUrl = `/api/tenants/${tenantUuid}/purge`;
  for (const answer of await Promise.all([purge(), purge()])) {
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ status: 'RUNNING', statusUrl });
  }
  expect((await system.post(`/api/tenants/${tenantUuid}/restore`)).body.code).toBe('PURGE_BEGUN');
  await expect.poll(async () => (await system.get(statusUrl)).body.status, patience).toBe('DONE');
  const { removed } = (await system.get(statusUrl)).body;
  expect(removed).toMatchObject({ contacts: rows, tenants: 1, analyticsEvents: 7 });
  expect((await purge()).status).toBe(404);
  await w.db.asPlatform(
    (tx) => tx`
      update tenant_purges set finished_at = now() - interval '31 days'
       where purged_tenant_uuid = ${tenantUuid}`,
  );
  expect((await system.get(statusUrl)).status).toBe(404);
  const admin = await (await w.tenant()).as('TENANT_ADMIN');
  expect((await admin.get(statusUrl)).status).toBe(403);
});

test('a removal whose process was killed goes on where it was, and counts every row once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-purge-'));
  const databaseUrl = await cloneDatabase();
  const sql = openSql(databaseUrl);
  const settings = await settingsOf(directory, databaseUrl);
  const first = await start(settings);
  const tenantUuid = await first.createTenant();
  await insertContacts(sql, tenantUuid);
  expect(await first.purge(tenantUuid)).toBe(202);
  const progress = () =>
    sql.begin(async (own) => {
      await own`set local role atrium_platform`;
      const [row] = await own<[{ removed: number; left: number; isDone: boolean }]>`
        select coalesce((removed ->> 'contacts')::int, 0) as removed, finished_at is not null as is_done,
               (select count(*)::int from contacts where tenant_uuid = ${tenantUuid}) as left
          from tenant_purges where purged_tenant_uuid = ${tenantUuid}`;
      return row;
    });
  await expect.poll(async () => (await progress()).removed, patience).toBeGreaterThan(20);
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  const cut = await progress();
  expect([cut.isDone, cut.removed + cut.left]).toEqual([false, rows]);
  expect(cut.left).toBeGreaterThan(0);

  // The lease of the killed process runs out, and the job's time comes.
  await sql.begin(async (own) => {
    await own`set local role atrium_platform`;
    await own`update tenant_purges set lease_until = now()`;
    await own`update pgboss.job set start_after = now() where name = 'tenant-purge' and state < 'active'`;
  });
  const second = await start(settings);
  await expect.poll(async () => (await progress()).isDone, patience).toBe(true);
  expect(await progress()).toMatchObject({ removed: rows, left: 0 });
  second.process.kill('SIGTERM');
  await once(second.process, 'exit');
  await sql.end();
  await rm(directory, { recursive: true, force: true });
}, 600_000);

/** Inserts contacts, the last two of which were merged into the first. */
const insertContacts = (sql: ReturnType<typeof openSql>, tenantUuid: string) =>
  sql.begin(async (own) => {
    await own`set local role atrium_platform`;
    await own`
      insert into contacts (
        tenant_uuid, contact_uuid, contact_compliance_uuid, contact_type,
        contact_means, preferred_contact_language, status, firm_type, firm_entity_uuid,
        contact_manager_type, contact_manager_entity_uuid, first_name, paternal_last_name, merged_into)
      select ${tenantUuid}, id, id, 'INDIVIDUAL', 'EMAIL', 'SPANISH', 'ACTIVE', 'TENANT',
             ${tenantUuid}, 'TENANT', ${tenantUuid}, 'Ana ' || n, 'Rojas',
             case when n > ${rows - 2} then md5(${tenantUuid} || 1)::uuid end
        from generate_series(1, ${rows}) n cross join lateral (select md5(${tenantUuid} || n)::uuid as id) i`;
  });

async function settingsOf(directory: string, databaseUrl: string) {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return {
    ATRIUM_MODE: 'development',
    DEMO: 'off',
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    ANALYTICS_URL: analytics.url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    PURGE_BATCH_ROWS: '2',
    PURGE_ANSWER_SECONDS: '0',
  };
}

type Answer = {
  accessToken: string;
  user: { tenantUuid: string; userUuid: string };
  tenantUuid: string;
};

/** Starts the platform as a process of its own. */
async function start(settings: Record<string, string>) {
  const port = await freePort('127.0.0.1');
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH ?? '', ...settings, PORT: String(port) },
    stdio: 'ignore',
  });
  processes.add(child);
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        ),
      patience,
    )
    .toBe(true);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  const login = { email: 'admin@platform.local', password: settings.BOOTSTRAP_ADMIN_PASSWORD };
  const { accessToken, user } = (await post('/api/auth/login', login)).body;
  Object.assign(headers, {
    authorization: `Bearer ${accessToken}`,
    'x-tenant-uuid': user.tenantUuid,
    'x-user-id': user.userUuid,
    'x-user-email': login.email,
    'x-user-type': 'SYSTEM_ADMIN',
  });
  return {
    process: child,
    createTenant: async () =>
      (await post('/api/tenants', { name: 'Andes', code: `P-${randomUUID().slice(0, 8)}` })).body
        .tenantUuid,
    purge: async (tenantUuid: string) => (await post('/api/tenants/delete', { tenantUuid })).status,
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { freePort } from '@atrium/local/ports.ts';
import { Registry } from '@prometheus-io/client';
import { describe, expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { openSql } from '../../test-support/open-sql.ts';
import { platformOn } from '../../test-support/platform-on.ts';
import { cloneDatabase, world } from '../../test-support/world.ts';
import { compareSchema } from '../database/migrate.ts';
import { watchRows } from '../database/watch-rows.ts';

const lines: string[] = [];
const w = await world(
  {
    LOG_LEVEL: 'info',
    METRICS_TOKEN: 'the-token-of-metrics',
    PUBLIC_URL: 'https://atrium.example',
    SECURITY_CONTACT: 'security@atrium.example, https://atrium.example/security',
    DOMAIN_PROOF: 'dns',
  },
  { logTo: { write: (line) => void lines.push(line) } },
);

test('the metrics are told to whoever knows their token', async () => {
  const ask = (authorization?: string) =>
    w.anonymous.get('/metrics', authorization ? { authorization } : {});
  const refused = await Promise.all([ask(), ask('Bearer another'), ask('Basic x'), ask('Bearer')]);
  for (const { status, headers } of refused)
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
  const { status, body } = await ask('Bearer the-token-of-metrics');
  expect([status, body]).toEqual([200, expect.stringContaining('audit_lag_seconds')]);
});

test('figures that are asked for together are read in one transaction', async () => {
  const registry = new Registry();
  let transactions = 0;
  const asPlatform: typeof w.db.asPlatform = (work) => {
    transactions += 1;
    return w.db.asPlatform(work);
  };
  const db = { asPlatform };
  for (const name of ['one', 'two', 'three'])
    watchRows(
      { db, registry },
      { name, help: name },
      (tx) => tx<{ value: number }[]>`select 1 as value`,
    );
  expect((await registry.metrics()).match(/^(one|two|three) 1$/gm)).toHaveLength(3);
  expect(transactions).toBe(1);
  expect((await registry.metrics()).match(/^(one|two|three) 1$/gm)).toHaveLength(3);
  expect(transactions).toBe(2);
});

test('who finds a weakness learns where to report it', async () => {
  const { status, body, headers } = await w.anonymous.get('/.well-known/security.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = String(body)
    .trim()
    .split('\n')
    .map((line) => line.split(': '));
  expect(fields.filter(([name]) => name === 'Contact').map(([, value]) => value)).toEqual([
    'mailto:security@atrium.example',
    'https://atrium.example/security',
  ]);
  const expires = Date.parse(fields.find(([name]) => name === 'Expires')?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000);
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  expect(String(body)).toContain('Canonical: https://atrium.example/.well-known/security.txt');
});

test('a proxy may get certificates for the own host and for proven, active domains', async () => {
  const { tenantUuid } = await w.tenant();
  const domain = `tls-${crypto.randomUUID()}.example`;
  const set = (active: boolean, isProven: boolean) =>
    w.db.asPlatform(
      (tx) => tx`
        insert into tenant_domains (tenant_uuid, domain, active, challenge, proven_at)
        values (${tenantUuid}, ${domain}, ${active}, 'x', case when ${isProven} then now() end)
        on conflict (tenant_uuid) do update set active = excluded.active, proven_at = excluded.proven_at`,
    );
  const ask = async (name: string) =>
    (await w.anonymous.get(`/internal/tls/ask?domain=${encodeURIComponent(name)}`)).status;
  await set(true, true);
  expect(await Promise.all([domain, domain.toUpperCase(), 'atrium.example'].map(ask))).toEqual([
    200, 200, 200,
  ]);
  const others = [
    `www.${domain}`,
    'nobody.example',
    '',
    '127.0.0.1',
    'com',
    '../x',
    'a b',
    '*.example',
  ];
  expect(new Set(await Promise.all(others.map(ask)))).toEqual(new Set([404]));
  expect((await w.anonymous.get('/internal/tls/ask')).status).toBe(404);
  await set(true, false);
  expect(await ask(domain)).toBe(404);
  await set(false, true);
  expect(await ask(domain)).toBe(404);
});

test('the access log has a line for each request, and nothing of a person in it', async () => {
  const { as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  lines.length = 0;
  await admin.get('/api/contacts?searchTerm=Esperanza', { 'user-agent': 'Agent of somebody' });
  const written = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(written).toEqual([
    expect.objectContaining({ level: 'info', method: 'GET', route: '/api/contacts', status: 200 }),
  ]);
  for (const private_ of [
    'Esperanza',
    'Agent of',
    '127.0.0.1',
    String(admin.identity['x-user-email']),
  ])
    expect(lines.join('')).not.toContain(private_);
});

test('neither the log, the figures nor the boards tell of a person, an address or a token', async () => {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  const { tenantStaffUuid } = await tenant.staff();
  lines.length = 0;
  const person = {
    ...contactInput(tenant.tenantUuid, tenantStaffUuid),
    firstName: 'Leocadia',
    primaryEmail: 'leocadia@leaks.example',
  };
  expect((await admin.post('/api/contacts', person)).status).toBe(200);
  const refused = await Promise.all([
    admin.post('/api/contacts', { ...person, contactType: 'Leocadia' }),
    admin.get('/api/contacts?status=Leocadia&sort=leocadia@leaks.example'),
    admin.get('/api/contacts/Leocadia'),
    w.anonymous.get('/Leocadia?token=token-that-leaks'),
    w.anonymous.get('/metrics', { authorization: 'Bearer token-that-leaks' }),
    w.anonymous.get('/api/contacts', { authorization: 'Bearer token-that-leaks' }),
    w.anonymous.post('/api/auth/login', {
      email: 'leocadia@leaks.example',
      password: 'token-that-leaks',
    }),
  ]);
  for (const { status } of refused) expect(status).toBeGreaterThanOrEqual(400);
  const { body: figures } = await w.anonymous.get('/metrics', {
    authorization: 'Bearer the-token-of-metrics',
  });
  const grafana = new URL('../../../../deploy/grafana/', import.meta.url);
  const boards = readdirSync(grafana).map((name) => readFileSync(new URL(name, grafana), 'utf8'));
  expect([lines.length > refused.length, boards.length]).toEqual([true, 4]);
  for (const told of [lines.join(''), String(figures), ...boards]) {
    expect(told).not.toMatch(/leocadia|leaks|the-token-of-metrics|127\.0\.0\.1|[\w.]+@[\w.]+/i);
    expect(told).not.toContain(person.firstName);
    expect(told).not.toMatch(/eyJ[\w-]{10}/);
  }
});

describe('MIGRATE=wait', () => {
  test('lives and is not ready until somebody else has brought the schema up', async () => {
    const url = await cloneDatabase();
    const sql = openSql(url);
    const [last] = await sql`
      delete from schema_migrations where name = (select max(name) from schema_migrations)
      returning name, content_hash`;
    expect(await compareSchema(url)).toEqual({ is: 'OLDER', missing: 1 });
    const port = await freePort('127.0.0.1');
    const starting = platformOn(url, { MIGRATE: 'wait', PORT: String(port) });
    const statusOf = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => statusOf('/health/live')).toBe(200);
    expect([await statusOf('/health/ready'), await statusOf('/api/contacts')]).toEqual([503, 503]);
    await sql`insert into schema_migrations (name, content_hash) values (${last?.name}, ${last?.contentHash})`;
    const platform = await starting;
    expect(await statusOf('/health/ready')).toBe(200);
    await platform.stop();
    await sql.end();
  });
});

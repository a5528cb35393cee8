import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { createApp } from '../app.ts';
import { toConfig } from '../config.ts';
import { folderMailbox } from '../mail/mailbox.ts';
import { createOwnHosts, isLoopback, publicAddress } from './own-hosts.ts';

const mapped = new Set(['andes.localhost', 'wealth.andes.example']);
const isMapped = async (domain: string) => mapped.has(domain);
const development = { development: true, host: '127.0.0.1', port: 8080, publicUrl: null };
const production = { ...development, development: false, publicUrl: 'https://atrium.example/x' };

async function judged(settings: typeof development | typeof production, origins: string[]) {
  const { isOwn } = createOwnHosts(settings, isMapped);
  const verdicts = await Promise.all(origins.map((origin) => isOwn(origin, 8080)));
  return origins.filter((_, index) => verdicts[index]);
}

describe('Own hosts', () => {
  const own = [
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://andes.localhost:8080',
    'https://wealth.andes.example',
  ];
  const foreign = [
    'http://localhost',
    'http://localhost:8081',
    'https://localhost:8080',
    'http://other.localhost:8080',
    'http://wealth.andes.example',
    'http://wealth.andes.example:8080',
    'https://wealth.andes.example:8443',
    'https://atrium.example',
    'http://localhost:8080@evil.example',
    'http://localhost.evil.example:8080',
    'http://127.0.0.2:8080',
    'http://localhost:8080/path',
    'null',
    '',
  ];

  test('of the embedded start are its loopback names with its port, and mapped domains', async () => {
    expect(await judged(development, [...own, ...foreign])).toEqual(own);
  });

  test('under production rules are PUBLIC_URL’s and mapped domains, never a loopback name', async () => {
    const all = [...own, ...foreign];
    const kept = ['https://wealth.andes.example', 'https://atrium.example'];
    expect(await judged(production, all)).toEqual(kept);
  });

  test('are told by localhost unless HOST is another address of this machine', () => {
    expect(publicAddress(development)).toBe('http://localhost:8080');
    expect(publicAddress({ ...development, host: '::' })).toBe('http://localhost:8080');
    expect(publicAddress({ ...development, host: 'fd00::2' })).toBe('http://[fd00::2]:8080');
    expect(publicAddress(production)).toBe('https://atrium.example/x');
    const loopback = ['127.0.0.1', '127.1.2.3', '::1', 'localhost', '0.0.0.0', '::', '10.0.0.1'];
    expect(loopback.filter(isLoopback)).toEqual(loopback.slice(0, 4));
  });
});

describe('PUBLIC_URL', () => {
  const settings = { DATABASE_URL: 'postgres://a@b/c', SECRET_KEY: 's', TOKEN_SIGNING_KEY: '{}' };
  test('is required under production rules, and an address of the web', () => {
    expect(() => toConfig(settings)).toThrow('PUBLIC_URL is required');
    expect(() => toConfig({ ...settings, PUBLIC_URL: 'ftp://a.example' })).toThrow('PUBLIC_URL');
    expect(toConfig({ ...settings, PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe(
      'https://a.example',
    );
    expect(toConfig({ ...settings, ATRIUM_MODE: 'development' }).publicUrl).toBeNull();
  });
});

describe('A platform on one machine', async () => {
  const w = await world({ TRUST_PROXY: '1' });
  const folder = join(w.config.dataDir, 'mail');
  const app = await createApp(
    { ...w.services, registry: new (await import('@prometheus-io/client')).Registry() },
    folderMailbox(folder, 'Atrium <no-reply@atrium.local>'),
  );
  const { tenantUuid, as } = await w.tenant();
  const domain = `t-${randomUUID()}.localhost`;
  const admin = await as('TENANT_ADMIN');

  test('names own hosts only in its answers, whatever Host and X-Forwarded-Host say', async () => {
    const logoOf = async (headers: object) => {
      const url = `/api/public/tenants/${tenantUuid}/branding`;
      return (await w.anonymous.get(url, headers)).body.assets.logo as string;
    };
    const start = (url: string) => new URL(url).origin;
    expect(start(await logoOf({ host: 'evil.example' }))).toBe('http://localhost:8080');
    const forwarded = { host: 'localhost:8080', 'x-forwarded-host': 'evil.example' };
    expect(start(await logoOf(forwarded))).toBe('http://localhost:8080');
    expect(start(await logoOf({ host: '127.0.0.1:8080' }))).toBe('http://127.0.0.1:8080');
    await admin.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: true });
    for (const host of ['localhost:8080', '127.0.0.1:8080', `${domain}:8080`, 'evil.example'])
      expect(start(await logoOf({ host }))).toBe(`http://${domain}:8080`);
  });

  test('shows its mailbox at its loopback names only', async () => {
    const statusOf = async (host: string, url = '/dev/mailbox') =>
      (await app.inject({ url, headers: { host, 'x-forwarded-host': 'localhost:8080' } }))
        .statusCode;
    for (const host of ['localhost', '127.0.0.1', '[::1]', domain])
      expect([host, await statusOf(`${host}:8080`)]).toEqual([host, 200]);
    for (const host of ['evil.example:8080', 'localhost:9090', 'localhost', 'other.localhost:8080'])
      for (const url of ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox/x'])
        expect([host, url, await statusOf(host, url)]).toEqual([host, url, 403]);
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
});

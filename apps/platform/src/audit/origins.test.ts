import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { world } from '../../test-support/world.ts';
import { removeExpired } from '../background/sweep-expired.ts';
import { sealEvents } from './seal-events.ts';

const w = await world({ TRUST_PROXY: '1' });
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
beforeAll(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const from = (address: string, userAgent: string) => ({
  'x-forwarded-for': address,
  'user-agent': userAgent,
});

/** Returns the newest event of a type, as the reading of the trail shows it. */
async function newest(eventType: string) {
  const { body } = await admin.get(`/api/audit?eventType=${eventType}&size=1`);
  return body.content[0];
}

describe('the reading of the trail', () => {
  test('says from where somebody signed in or failed to, exported, and entered the firm', async () => {
    const { userEmail: email } = await tenant.staff();
    const password = 'una frase larga y propia';
    const { body: people } = await admin.get('/api/tenant-staff/all');
    expect(people.length ?? people.content.length).toBeGreaterThan(0);
    await w.anonymous.post('/api/auth/login', { email, password }, from('203.0.113.77', chrome));
    expect(await newest('login.failure')).toMatchObject({
      address: '203.0.113.77',
      userAgent: chrome,
    });
    const csv = { accept: 'text/csv', ...from('2001:db8:1:2::5', 'curl/8.5.0') };
    expect((await admin.post('/api/v2/contacts/export', {}, csv)).status).toBe(200);
    expect(await newest('export.completed')).toMatchObject({
      address: '2001:db8:1:2::5',
      userAgent: 'curl/8.5.0',
    });
    const root = await w.systemAdmin();
    const entered = { 'x-tenant-uuid': tenant.tenantUuid, ...from('::ffff:198.51.100.9', 'x') };
    expect((await root.get('/api/contacts', entered)).status).toBe(200);
    expect(await newest('tenant.entered')).toMatchObject({ address: '198.51.100.9' });
  });

  test('says it of nothing else', async () => {
    await admin.post('/api/partners', { name: 'Distribuidora' }, from('203.0.113.78', chrome));
    expect(await newest('partner.created')).toMatchObject({ address: null, userAgent: null });
  });

  test('has the network and the browser’s name after 30 days, and no hash changes by it', async () => {
    const user = { email: 'nobody@clients.example', password: 'x' };
    await w.db.asPlatform((tx) => sealEvents(tx, 1_000));
    const before = (await admin.get('/api/audit?size=200')).body.content;
    await w.anonymous.post('/api/auth/login', user, from('203.0.113.80', chrome));
    await w.db.asPlatform(async (tx) => {
      await tx`update event_origins set recorded_at = now() - interval '31 days'`;
      await removeExpired(tx);
    });
    expect(await newest('login.failure')).toMatchObject({
      address: '203.0.113.0/24',
      userAgent: 'Chrome',
    });
    expect(await newest('export.completed')).toMatchObject({
      address: '2001:db8:1::/48',
      userAgent: 'curl',
    });
    const after = (await admin.get('/api/audit?size=200')).body.content;
    const hashes = (events: { hash: string }[]) => events.map(({ hash }) => hash);
    expect(hashes(after)).toEqual(hashes(before));
  });

  test('is the only place that has it: not the export, nor what is told to analytics', async () => {
    const { body } = await admin.get('/api/audit/export');
    expect(String(body)).not.toMatch(/203\.0\.113|2001:db8|Chrome/);
    const events = await w.db.asPlatform(
      (tx) => tx<{ attributes: object }[]>`select attributes from events`,
    );
    expect(JSON.stringify(events)).not.toMatch(/203\.0\.113|2001:db8|Chrome/);
  });
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge'],
  [
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1 (KHTML, like Gecko) CriOS/156.0 Mobile Safari/604.1',
    'Chrome',
  ],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/20.0 Safari/605.1.15', 'Safari'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox'],
  ['python-requests/2.32 (Ana Soto)', 'python-requests'],
  ['(Ana Soto, Calle 7)', null],
])('of %s the name stays', async (userAgent, name) => {
  const [row] = await w.db.asPlatform(
    (tx) => tx<{ name: string | null }[]>`select browser_name(${userAgent}) as name`,
  );
  expect(row?.name).toBe(name);
});

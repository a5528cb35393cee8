import { expect, test } from 'vitest';
import { startNameServer } from '../../../test-support/name-server.ts';
import { startSecureServer } from '../../../test-support/secure-server.ts';
import { world } from '../../../test-support/world.ts';
import { guardedConnector } from '../../http/public-addresses.ts';
import { createDomainChecks } from './check-domains.ts';
import { lookAtDomain } from './look-at-domain.ts';
import { createDomainReach } from './reach-domain.ts';

const names = await startNameServer();
const domains = [
  'wealth.andes.example',
  'broken.example',
  'parked.example',
  'elsewhere.example',
  'inside.example',
];
for (const domain of domains) names.setAddresses(domain, ['127.0.0.1']);
const w = await world({
  ATRIUM_MODE: 'production',
  PUBLIC_URL: 'https://atrium.example',
  DOMAIN_PROOF: 'off',
});
const { db, services } = w;
const { keys } = services.issuer.jwks;

/** What stands in front of the platform: it passes on by the name that was asked for. */
const { port } = await startSecureServer(domains, async ({ headers, url = '' }, response) => {
  const host = headers.host?.split(':')[0];
  if (host === 'parked.example') return void response.writeHead(200).end('<h1>For sale</h1>');
  if (host === 'elsewhere.example')
    return void response.writeHead(200).end(JSON.stringify({ keys: [{ kid: 'another' }] }));
  if (host === 'broken.example') return void response.writeHead(502).end();
  const { statusCode, body } = await w.app.inject({ url });
  response.writeHead(statusCode).end(body);
});

function checks(allowsPrivate = true) {
  const connect = guardedConnector({ allowsPrivate, nameServers: [names.address] });
  const reach = createDomainReach({ connect, port, ownKeys: keys });
  const consequences = {
    tellAdministrators: async () => undefined,
    endAtDomain: async () => undefined,
  };
  const { jobs } = services;
  const endAtTakenDomains = async () => undefined;
  return createDomainChecks({ db, jobs, proof: null, reach, consequences, endAtTakenDomains });
}

async function firm(domain: string, active = true) {
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const set = (changes: object = {}) =>
    admin.post(`/api/tenants/${tenantUuid}/domains`, { domain, active, ...changes });
  expect((await set()).status).toBe(200);
  const origin = async () => {
    const { body } = await w.anonymous.get(`/api/public/tenants/${tenantUuid}/branding`);
    return new URL(body.assets.logo).origin;
  };
  const age = (by: string) =>
    db.asPlatform(
      (tx) => tx`
        update tenant_domains set reached_at = reached_at - ${by}::interval
         where tenant_uuid = ${tenantUuid}`,
    );
  return { tenantUuid, admin, set, origin, age };
}

test('under production rules links name a domain once the platform has reached itself there, for a day', async () => {
  const { admin, tenantUuid, set, origin, age } = await firm('wealth.andes.example');
  expect(await origin()).toBe('https://atrium.example');
  await checks().runDue();
  expect(await origin()).toBe('https://wealth.andes.example');
  const read = () => admin.get(`/api/v1/tenant-domains/${tenantUuid}`);
  expect((await read()).body.reachedAt).toMatch(/^\d{4}-/);

  await set({ active: false });
  expect(await origin()).toBe('https://atrium.example');
  await set();
  expect(await origin()).toBe('https://wealth.andes.example');
  await age('25 hours');
  expect(await origin()).toBe('https://atrium.example');
  await checks().runDue();
  expect(await origin()).toBe('https://wealth.andes.example');

  await set({ domain: 'other.andes.example' });
  expect(await origin()).toBe('https://atrium.example');
  await set();
  expect(await origin()).toBe('https://atrium.example');
});

test('a domain that leads to somebody else, to an error or nowhere is not reached', async () => {
  const firms = await Promise.all(
    ['parked.example', 'elsewhere.example', 'broken.example', 'nowhere.example'].map((domain) =>
      firm(domain),
    ),
  );
  await checks().runDue();
  for (const each of firms) expect(await each.origin()).toBe('https://atrium.example');
});

test('the platform connects to public addresses only, unless it is allowed others', async () => {
  const { origin } = await firm('inside.example');
  await checks(false).runDue();
  expect(await origin()).toBe('https://atrium.example');
  await checks().runDue();
  expect(await origin()).toBe('https://inside.example');
});

test('a look at a domain says which step does not succeed', async () => {
  const details = async (domain: string, allowsPrivate = true) => {
    const { certificate, reached } = await lookAtDomain(checks(allowsPrivate), domain, '');
    return [certificate.ok, certificate.detail, reached.ok, reached.detail];
  };
  names.setAddresses('other-name.example', ['127.0.0.1']);
  expect(await details('wealth.andes.example')).toEqual([true, 'ACCEPTED', true, 'REACHED']);
  for (const domain of ['parked.example', 'elsewhere.example', 'broken.example'])
    expect(await details(domain)).toEqual([true, 'ACCEPTED', false, 'OTHER_SERVER']);
  expect(await details('other-name.example')).toEqual(failed('CERTIFICATE_REFUSED'));
  expect(await details('nowhere.example')).toEqual(failed('NO_ADDRESS'));
  expect(await details('inside.example', false)).toEqual(failed('NOT_PUBLIC'));
});

const failed = (detail: string) => [false, detail, false, detail];

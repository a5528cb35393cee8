import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../test-support/authenticator.ts';
import { startNameServer } from '../../../test-support/name-server.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';

const nameServer = await startNameServer();
afterAll(nameServer.stop);
const w = await world({
  DOMAIN_PROOF: 'dns',
  DOMAIN_PROOF_NAME_SERVERS: nameServer.address,
  TRUST_PROXY: '1',
});
const { db, services } = w;

async function firm(name: string) {
  const { tenantUuid, as } = await w.tenant(name);
  const admin = await as('TENANT_ADMIN');
  const set = (domain: string) =>
    admin.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: true });
  /** Maps a domain and proves it. */
  async function take(domain: string) {
    const { recordName, recordValue } = (await set(domain)).body.verification;
    nameServer.setText(recordName, recordValue);
    const answer = await set(domain);
    expect(answer.body.verified).toBe(true);
    return { lose: () => nameServer.setText(recordName, 'gone'), recordName, recordValue };
  }
  /** Lets time pass, and the looks that are due in it happen. */
  async function look(hours = 8) {
    await db.asPlatform(
      (tx) => tx`
        update tenant_domains
           set proof_due_at = now(), unproved_since = unproved_since - ${hours} * interval '1 hour'
         where tenant_uuid = ${tenantUuid}`,
    );
    await services.domainChecks.runDue();
  }
  const origin = async () =>
    new URL((await w.anonymous.get(`/api/public/tenants/${tenantUuid}/branding`)).body.assets.logo)
      .origin;
  return { tenantUuid, admin, set, take, look, origin };
}

type Firm = Awaited<ReturnType<typeof firm>>;

/** Somebody of a firm who signs in at a domain with a cookie, and keeps a passkey of it. */
async function personAt({ tenantUuid, admin }: Firm, domain: string) {
  const input = staffInput(tenantUuid);
  const { userEmail: email, password } = input;
  const { tenantStaffUuid } = (await admin.post('/api/tenant-staff', input)).body;
  const [origin, at] = [`https://${domain}`, { host: domain, 'x-forwarded-proto': 'https' }];
  const login = await w.anonymous.post(
    '/api/auth/login',
    { email, password, cookie: true },
    { ...at, origin },
  );
  const client = admin.with({
    authorization: `Bearer ${login.body.accessToken}`,
    'x-user-id': tenantStaffUuid,
    'x-user-email': email,
    'x-user-type': 'TENANT_STAFF',
  });
  const isSignedIn = async () => (await client.get('/api/auth/me')).status === 200;
  const authenticator = createAuthenticator(origin);
  const creation = await client.post('/api/auth/me/passkeys/options', undefined, { origin });
  const response = authenticator.create(creation.body);
  await client.post('/api/auth/me/passkeys', { name: 'Laptop', response }, { origin });
  async function byPasskey() {
    const options = await w.anonymous.post('/api/auth/login/passkey/options', undefined, {
      origin,
    });
    if (options.status !== 200) return options.status;
    const signed = authenticator.get(options.body);
    const answer = await w.anonymous.post(
      '/api/auth/login/passkey',
      { response: signed },
      { origin },
    );
    return answer.status;
  }
  return { email, tenantStaffUuid, isSignedIn, byPasskey };
}

/** The state of the newest link that was mailed to somebody. */
async function linkOf(email: string, userUuid: string) {
  const find = () => w.mails.findLast((mail) => mail.to === email && mail.text.includes('token='));
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  const state = async () => {
    const [row] = await db.asPlatform(
      (tx) => tx<{ expired: boolean }[]>`
        select expires_at <= now() as expired from password_tokens
         where user_uuid = ${userUuid} order by created_at desc limit 1`,
    );
    return row?.expired ? 'EXPIRED' : 'READY';
  };
  return { text: find()?.text ?? '', state };
}

test('a domain that was mapped while no proof was asked for has 30 days, of which its administrators are told', async () => {
  const [kept, late] = [await firm('Andes Patrimonio'), await firm('Sur Capital')];
  const domains = [`k-${randomUUID()}.example`, `l-${randomUUID()}.example`] as const;
  for (const [index, { tenantUuid, set }] of [kept, late].entries()) {
    await set(domains[index] ?? '');
    await db.asPlatform(
      (tx) => tx`
        update tenant_domains set challenge = '', proven_at = now() where tenant_uuid = ${tenantUuid}`,
    );
  }
  await services.domainChecks.runDue();
  const mailed = () =>
    w.mails.filter(({ subject }) => domains.some((each) => subject.includes(each)));
  await expect.poll(mailed, { timeout: 60_000 }).toHaveLength(2);
  await kept.look();
  await late.look();
  expect([await kept.origin(), await late.origin()]).toEqual(domains.map((d) => `https://${d}`));
  // The address can be set again meanwhile, and tells the record.
  const again = (await kept.set(domains[0])).body;
  expect(again).toMatchObject({ verified: true });
  nameServer.setText(again.verification.recordName, again.verification.recordValue);
  await kept.look();
  const pass = ({ tenantUuid }: Firm) =>
    db.asPlatform(
      (tx) => tx`
        update tenant_domains set prove_until = prove_until - interval '30 days'
         where tenant_uuid = ${tenantUuid}`,
    );
  await Promise.all([pass(kept), pass(late)]);
  await kept.look();
  await late.look();
  const statuses = domains.map(
    async (each) => (await w.anonymous.get(`/api/public/branding?domain=${each}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404]);
});

describe('a domain whose proof is gone', () => {
  test('is named in no new link after three tries, and its administrators are told', async () => {
    const andes = await firm('Andes Patrimonio');
    const domain = `a-${randomUUID()}.example`;
    const { lose, recordName, recordValue } = await andes.take(domain);
    expect(await andes.origin()).toBe(`https://${domain}`);
    lose();
    await andes.look();
    await andes.look();
    expect(await andes.origin()).toBe(`https://${domain}`);
    await andes.look();
    expect(await andes.origin()).toBe('http://localhost:8080');
    const told = () => w.mails.filter(({ subject }) => subject.includes(domain));
    await expect.poll(told, { timeout: 60_000 }).toHaveLength(1);
    expect(told()[0]?.kind).toBe('DOMAIN_UNPROVED');
    // It is still an own host, and proven again by the next look.
    expect((await w.anonymous.get(`/api/public/branding?domain=${domain}`)).status).toBe(200);
    nameServer.setText(recordName, recordValue);
    await andes.look();
    expect(await andes.origin()).toBe(`https://${domain}`);
    const trail = await andes.admin.get('/api/audit?eventType=domain.unproved');
    expect(trail.body.content).toHaveLength(1);
  });

  test('is no own host after seven days, and what began there ends', async () => {
    const andes = await firm('Andes Patrimonio');
    const domain = `b-${randomUUID()}.example`;
    const { lose } = await andes.take(domain);
    const ana = await personAt(andes, domain);
    await andes.admin.post(`/api/tenant-staff/${ana.tenantStaffUuid}/credentials/reset`, {});
    const link = await linkOf(ana.email, ana.tenantStaffUuid);
    expect(link.text).toContain(`https://${domain}/set-password?token=`);
    lose();
    for (let tries = 0; tries < 3; tries++) await andes.look();
    await andes.look(6 * 24);
    expect([await ana.isSignedIn(), await ana.byPasskey(), await link.state()]).toEqual([
      true,
      200,
      'READY',
    ]);
    await andes.look(24);
    expect([await ana.isSignedIn(), await ana.byPasskey(), await link.state()]).toEqual([
      false,
      403,
      'EXPIRED',
    ]);
    expect((await w.anonymous.get(`/api/public/branding?domain=${domain}`)).status).toBe(404);
    // The same firm has it back: its passkeys sign in again.
    await andes.take(domain);
    expect(await ana.byPasskey()).toBe(200);
  });
});

test('a domain that another firm maps ends what began there under the first one', async () => {
  const [andes, cordillera] = [await firm('Andes Patrimonio'), await firm('Cordillera')];
  const domain = `c-${randomUUID()}.example`;
  await andes.take(domain);
  const ana = await personAt(andes, domain);
  await andes.admin.post(`/api/tenant-staff/${ana.tenantStaffUuid}/credentials/reset`, {});
  const link = await linkOf(ana.email, ana.tenantStaffUuid);
  await andes.set(`d-${randomUUID()}.example`);
  expect(await ana.isSignedIn()).toBe(true);
  await cordillera.take(domain);
  expect([await ana.isSignedIn(), await ana.byPasskey(), await link.state()]).toEqual([
    false,
    401,
    'EXPIRED',
  ]);
  const berta = await personAt(cordillera, domain);
  expect([await berta.isSignedIn(), await berta.byPasskey()]).toEqual([true, 200]);

  await cordillera.set(`e-${randomUUID()}.example`);
  await andes.take(domain);
  expect(await ana.byPasskey()).toBe(200);
  expect([await berta.isSignedIn(), await berta.byPasskey()]).toEqual([false, 401]);
});

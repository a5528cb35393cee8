import { afterAll, expect, test } from 'vitest';
import { startNameServer } from '../../../test-support/name-server.ts';
import { world } from '../../../test-support/world.ts';

const nameServer = await startNameServer();
afterAll(nameServer.stop);
const w = await world({ DOMAIN_PROOF: 'dns', DOMAIN_PROOF_NAME_SERVERS: nameServer.address });

async function claimant() {
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const claim = (domain: string) =>
    admin.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: true });
  const look = () => admin.get(`/api/tenants/${tenantUuid}/domains/check`);
  return { tenantUuid, claim, look };
}

const shows = async (domain: string) =>
  (await w.anonymous.get(`/api/public/branding?domain=${domain}`)).body.tenantUuid;

test('where proof is asked for, a domain leads to a tenant once its DNS record says so', async () => {
  const { tenantUuid, claim } = await claimant();
  const domain = 'wealth.andes.example';
  const claimed = await claim(domain);
  expect(claimed.body).toMatchObject({ active: true, verified: false });
  expect(claimed.body.verification).toMatchObject({
    recordType: 'TXT',
    recordName: `_atrium-challenge.${domain}`,
  });
  expect(await shows(domain)).toBeUndefined();

  const { recordName, recordValue } = claimed.body.verification;
  nameServer.setText(recordName, 'something else');
  expect((await claim(domain)).body).toMatchObject({
    verified: false,
    verification: { recordValue },
  });
  nameServer.setText(recordName, recordValue);
  expect((await claim(domain)).body.verified).toBe(true);
  expect(await shows(domain)).toBe(tenantUuid);
});

test('a look at a domain tells whether its DNS record is there', async () => {
  const { claim, look } = await claimant();
  expect((await look()).status).toBe(404);
  const { recordName, recordValue } = (await claim('looked-at.example')).body.verification;
  const { status, body } = await look();
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  expect([status, body]).toEqual([
    200,
    {
      dns: { ok: false, detail: 'RECORD_ABSENT', at },
      certificate: { ok: true, detail: 'NOT_ASKED', at },
      reached: { ok: true, detail: 'NOT_ASKED', at },
    },
  ]);
  nameServer.setText(recordName, recordValue);
  expect((await look()).body.dns).toMatchObject({ ok: true, detail: 'RECORD_THERE' });
});

test('a claim that is not proven keeps nobody from the domain; a proven one does', async () => {
  const [squatter, owner] = [await claimant(), await claimant()];
  const domain = 'owned.example';
  const squatted = await squatter.claim(domain);
  const owned = await owner.claim(domain);
  expect([squatted.status, owned.status]).toEqual([200, 200]);
  const { recordName, recordValue } = owned.body.verification;
  nameServer.setText(recordName, recordValue);
  expect((await owner.claim(domain)).body.verified).toBe(true);
  expect(await shows(domain)).toBe(owner.tenantUuid);

  nameServer.setText(recordName, squatted.body.verification.recordValue);
  const late = await squatter.claim(domain);
  expect([late.status, late.body.code]).toEqual([409, 'DOMAIN_TAKEN']);
});

import { expect, test } from 'vitest';
import { outsideIssuer } from '../../../test-support/outside-issuer.ts';
import { world } from '../../../test-support/world.ts';

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

test('a token of an outside issuer proves by the time of the sign-in that it states', async () => {
  const issuer = await outsideIssuer();
  const w = await world(issuer.settings);
  const { tenantUuid, staff } = await w.tenant();
  const { tenantStaffUuid: sub, userEmail: email } = await staff({ staffType: 'ADMIN' });
  const person = { sub, org: tenantUuid, email, roles: ['TENANT_ADMIN'] };
  const caller = async (times: object) =>
    w.anonymous.with({ authorization: `Bearer ${await issuer.token({ ...person, ...times })}` });
  const origin = { origin: 'http://localhost:8080' };
  const ask = async (times: object) => {
    const client = await caller(times);
    return (await client.post('/api/auth/me/passkeys/options', undefined, origin)).status;
  };
  expect(await ask({ auth_time: minutesAgo(1) })).toBe(200);
  expect(await ask({ iat: minutesAgo(1) })).toBe(200);
  expect(await ask({ auth_time: minutesAgo(1), iat: minutesAgo(30) })).toBe(200);
  expect(await ask({ auth_time: minutesAgo(11), iat: minutesAgo(0) })).toBe(403);
  expect(await ask({ iat: minutesAgo(11) })).toBe(403);
  expect(await ask({ auth_time: minutesAgo(-600) })).toBe(403);
  expect(await ask({})).toBe(403);
  const late = await caller({ iat: minutesAgo(11) });
  const { status, body } = await late.post('/api/auth/me/proof', { password: 'whatever it is' });
  expect([status, body.code]).toEqual([403, 'PROOF_REQUIRED']);
  expect((await late.get('/api/auth/me')).status).toBe(200);
  issuer.close();
});

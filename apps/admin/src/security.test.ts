import { world } from '@atrium/platform/test-support/world.ts';
import { expect, test } from 'vitest';
import { atrium as runHere } from '../test-support/run-atrium.ts';

const w = await world();

const atrium = (...args: string[]) => runHere(args, { DATABASE_URL: w.config.databaseUrl });

test('a firm that its own rules lock out is opened on the machine', async () => {
  const { tenantUuid, code, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const root = await w.systemAdmin();
  const path = `/api/tenants/${tenantUuid}/security`;
  await admin.put(path, { vendorAccess: 'APPROVED', allowedNetworks: ['127.0.0.0/8'] });
  const away = admin.at('203.0.113.9');
  expect([(await away.get(path)).status, (await root.get(path)).status]).toEqual([403, 403]);
  expect(await atrium('security', 'reset', code)).toMatchObject({
    code: 0,
    out: 'Reset: allowedNetworks, vendorAccess\n',
  });
  expect([(await away.get(path)).status, (await root.get(path)).status]).toEqual([200, 200]);
  const [unknown, unsaid, help] = await Promise.all([
    atrium('security', 'reset', 'NO-SUCH-FIRM'),
    atrium('security', 'reset'),
    atrium('security', 'reset', '--help'),
  ]);
  expect([unknown.code, unknown.err, unsaid.code]).toEqual([
    1,
    expect.stringContaining('no such tenant'),
    2,
  ]);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('tenantUuid')]);
});

test('a firm whose provider lets nobody in signs in by password again', async () => {
  const { tenantUuid, code } = await w.tenant();
  await w.db.asPlatform(
    (tx) => tx`insert into sso_connections (tenant_uuid, connection_uuid, is_active, sign_in)
      values (${tenantUuid}, gen_random_uuid(), true, 'SSO_ONLY')`,
  );
  const reset = await atrium('sso', 'reset', ` ${code.toLowerCase()} `);
  expect(reset).toMatchObject({ code: 0, out: 'Reset: passwords count again\n' });
  const [again, unknown, unsaid, help] = await Promise.all([
    atrium('sso', 'reset', tenantUuid),
    atrium('sso', 'reset', 'NO-SUCH-FIRM'),
    atrium('sso', 'reset'),
    atrium('sso', 'reset', '--help'),
  ]);
  expect([again.code, again.out]).toEqual([0, 'There was nothing to reset.\n']);
  expect([unknown.code, unknown.err, unsaid.code, help.code]).toEqual([
    1,
    expect.stringContaining('no such tenant'),
    2,
    0,
  ]);
  const [row] = await w.db.asPlatform(
    (tx) => tx`select sign_in, is_active from sso_connections where tenant_uuid = ${tenantUuid}`,
  );
  expect(row).toEqual({ signIn: 'ANY', isActive: true });
});

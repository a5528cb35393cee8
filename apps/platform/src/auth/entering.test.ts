import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import { type findAccount, insertSession } from './queries.ts';

const w = await world();

/** A signed-in member of a new tenant, and whether they may enter it now. */
async function member() {
  const { tenantUuid, staff } = await w.tenant();
  const { tenantStaffUuid: userUuid } = await staff();
  const account = { tenantUuid, userUuid } as NonNullable<Awaited<ReturnType<typeof findAccount>>>;
  const signIn = () => w.db.asTenant(tenantUuid, system, (tx) => insertSession(tx, account, 1));
  const enter = async (sessionUuid: string | null) => {
    const principal = { ...system, tenantUuid, homeTenantUuid: tenantUuid, userUuid, sessionUuid };
    return w.db
      .readTenant(principal, (tx) => tx`select 1`)
      .then(
        () => 'in',
        (error) => error.code as string,
      );
  };
  const setUser = (isActive: boolean) =>
    w.db.asTenant(
      tenantUuid,
      system,
      (tx) => tx`update accounts set is_active = ${isActive} where user_uuid = ${userUuid}`,
    );
  const setTenant = (isActive: boolean) =>
    w.db.asPlatform(
      (tx) => tx`update tenants set is_active = ${isActive} where tenant_uuid = ${tenantUuid}`,
    );
  const setSession = (sessionUuid: string) =>
    w.db.asTenant(
      tenantUuid,
      system,
      (tx) => tx`update sessions set revoked_at = now() where session_uuid = ${sessionUuid}`,
    );
  return { tenantUuid, signIn, enter, setUser, setTenant, setSession };
}

test('a session lets in as long as it, its user and its tenant stand, and tells which does not', async () => {
  const { signIn, enter, setUser, setTenant, setSession } = await member();
  const session = await signIn();
  expect(await enter(session)).toBe('in');
  expect(await enter(null)).toBe('in');
  expect(await enter(randomUUID())).toBe('SESSION_ENDED');
  await setUser(false);
  expect(await enter(session)).toBe('USER_INACTIVE');
  expect(await enter(null)).toBe('USER_INACTIVE');
  const whileInactive = await signIn();
  expect(await enter(whileInactive)).toBe('USER_INACTIVE');
  await setTenant(false);
  expect(await enter(session)).toBe('TENANT_INACTIVE');
  await setUser(true);
  expect(await enter(session)).toBe('TENANT_INACTIVE');
  expect(await enter(null)).toBe('TENANT_INACTIVE');
  await setTenant(true);
  expect([await enter(session), await enter(whileInactive)]).toEqual(['in', 'in']);
  await setSession(session);
  expect([await enter(session), await enter(whileInactive)]).toEqual(['SESSION_ENDED', 'in']);
});

test('however signing in and deactivating meet, nobody is in afterwards who may not be', async () => {
  const { signIn, enter, setUser, setTenant } = await member();
  for (const set of [setUser, setTenant]) {
    for (let round = 0; round < 5; round++) {
      const signIns = Array.from({ length: 6 }, signIn);
      const [sessions] = await Promise.all([Promise.all(signIns), set(false)]);
      const answers = await Promise.all(sessions.map(enter));
      expect(answers).not.toContain('in');
      await Promise.all([set(true), ...Array.from({ length: 3 }, signIn)]);
      expect(await Promise.all(sessions.map(enter))).toEqual(Array(6).fill('in'));
    }
  }
});

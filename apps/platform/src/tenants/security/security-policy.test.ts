import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../test-support/client.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const defaults = {
  secondFactor: 'OPTIONAL',
  idleMinutes: 30,
  passwordMinLength: 8,
  recordViews: false,
  allowedNetworks: [],
  sessionHours: 720,
  tokenDays: 90,
  refuseCommonPasswords: false,
  assistants: 'OFF',
  vendorAccess: 'TOLD',
};

async function firm() {
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const path = `/api/tenants/${tenantUuid}/security`;
  return { tenantUuid, as, admin, path };
}

describe('A tenant’s rules for signing in', () => {
  test('have defaults, and change by what is stated', async () => {
    const { tenantUuid, admin, path } = await firm();
    expect((await admin.get(path)).body).toEqual(defaults);
    const { status, body } = await admin.put(path, { idleMinutes: 5, recordViews: true });
    expect(status).toBe(200);
    expect(body).toEqual({ ...defaults, idleMinutes: 5, recordViews: true });
    expect((await admin.put(path, { passwordMinLength: 64 })).body).toEqual({
      ...body,
      passwordMinLength: 64,
    });
    await admin.put(path, { idleMinutes: 5 });
    const events = await w.db.asPlatform(
      (tx) => tx`
        select attributes from events
         where event_type = 'tenant.security_updated' and entity_id = ${tenantUuid}
         order by event_uuid`,
    );
    expect(events.map(({ attributes }) => attributes)).toEqual([
      { changedFields: 'idleMinutes,recordViews', idleMinutes: '5', recordViews: 'true' },
      { changedFields: 'passwordMinLength', passwordMinLength: '64' },
    ]);
  });

  test.each([
    { secondFactor: 'MAYBE' },
    { idleMinutes: 4 },
    { idleMinutes: 481 },
    { idleMinutes: 5.5 },
    { idleMinutes: null },
    { passwordMinLength: 7 },
    { passwordMinLength: 65 },
    { recordViews: 'yes' },
    { refuseCommonPasswords: 1 },
    { assistants: 'WRITE' },
    { vendorAccess: 'CLOSED' },
    { vendorAccess: null },
  ])('refuse %j and stay', async (change) => {
    const { admin, path } = await firm();
    const answer = await admin.put(path, { idleMinutes: 60, ...change });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, Object.keys(change)[0]]);
    expect((await admin.get(path)).body).toEqual(defaults);
  });

  test('take nothing that a body names besides', async () => {
    const [{ admin, path }, other] = [await firm(), await firm()];
    const body = { '': '', tenantUuid: other.tenantUuid, tenant_uuid: other.tenantUuid, x: 1 };
    const { status, body: after } = await admin.put(path, { ...body, idleMinutes: 9 });
    expect([status, after]).toEqual([200, { ...defaults, idleMinutes: 9 }]);
    expect((await other.admin.get(other.path)).body).toEqual(defaults);
  });

  test('are for the tenant’s administrators and the platform’s', async () => {
    const { as, path } = await firm();
    for (const role of ['TENANT_STAFF', 'PARTNER_ADMIN', 'CLIENT'] as const) {
      const caller = await as(role);
      expect([(await caller.get(path)).status, (await caller.put(path, {})).status]).toEqual([
        403, 403,
      ]);
    }
    const [root, stranger] = [await w.systemAdmin(), (await firm()).admin];
    expect((await root.put(path, { idleMinutes: 15 })).body.idleMinutes).toBe(15);
    expect((await stranger.get(path)).status).toBe(403);
    const nowhere = '/api/tenants/11111111-1111-4111-8111-111111111111/security';
    expect((await root.get(nowhere)).status).toBe(404);
  });
});

describe('The least length of a password', () => {
  test('holds wherever one is set from then on, and older ones still sign in', async () => {
    const { tenantUuid, admin, path } = await firm();
    const older = staffInput(tenantUuid);
    const { body: member } = await admin.post('/api/tenant-staff', older);
    await admin.put(path, { passwordMinLength: 30 });
    const login = (password: string) =>
      w.anonymous.post('/api/auth/login', { email: older.userEmail, password });
    const { body: tokens } = await login(older.password);
    const own = w.anonymous.with({ authorization: `Bearer ${tokens.accessToken}` });
    const [password, long] = ['only twenty-nine characters 1', 'a whole thirty characters long'];
    expect([password.length, long.length]).toEqual([29, 30]);

    const staffPath = `/api/tenant-staff/${member.tenantStaffUuid}`;
    await w.anonymous.post('/api/auth/password-reset', { email: older.userEmail });
    const mail = () => w.mails.find(({ to }) => to === older.userEmail);
    await expect.poll(mail).toBeDefined();
    const token = /token=([\w-]+)/.exec(mail()?.html ?? '')?.[1] ?? '';

    const both = (text: string) => ({ password: text, confirmPassword: text });
    const places: [string, (text: string) => Promise<Answer>][] = [
      [
        'link',
        (text) => w.anonymous.post('/api/auth/password-reset/confirm', { token, password: text }),
      ],
      [
        'create',
        (text) => admin.post('/api/tenant-staff', { ...staffInput(tenantUuid), ...both(text) }),
      ],
      ['update', (text) => admin.put(staffPath, both(text))],
      ['set', (text) => admin.put(`${staffPath}/credentials/create`, { password: text })],
    ];
    const change = { currentPassword: older.password, password };
    const refused = [await own.put('/api/auth/me/password', change)];
    for (const [, set] of places) refused.push(await set(password));
    for (const { status, body } of refused)
      expect([status, body.errors?.[0]]).toMatchObject([
        400,
        { field: 'password', code: 'TOO_SHORT' },
      ]);
    expect((await own.put('/api/auth/me/password', { ...change, password: long })).status).toBe(
      204,
    );
    for (const [name, set] of places.slice(1))
      expect((await set(long)).status, name).toBeLessThan(300);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addTotp } from '../../test-support/second-factor-world.ts';
import { world } from '../../test-support/world.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { resetOnMachine } from './reset-on-machine.ts';

const w = await world({}, { own: true });
const root = await w.systemAdmin();
const path = '/api/platform-admins';
const input = () => ({
  userEmail: `${randomUUID()}@platform.example`,
  name: 'Ana',
  lastName: 'Rojas',
});
const linkTo = async (email: string) => {
  const mail = () => w.mails.find(({ to }) => to === email);
  await expect.poll(mail).toBeDefined();
  return /token=([\w-]+)/.exec(mail()?.html ?? '')?.[1] ?? '';
};

describe('An administrator of the platform', () => {
  test('is made by another, gets a link to set the password and signs in', async () => {
    const { tenantUuid } = await w.tenant();
    const admin = input();
    const created = await root.with({ 'x-tenant-uuid': tenantUuid }).post(path, admin);
    expect([created.status, created.body]).toEqual([
      201,
      { userUuid: expect.any(String), ...admin },
    ]);
    expect((await root.get(path)).body).toContainEqual(created.body);
    const token = await linkTo(admin.userEmail);
    const password = 'a long enough password';
    await w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
    const { body } = await w.anonymous.post('/api/auth/login', {
      email: admin.userEmail,
      password,
    });
    expect(body.user).toMatchObject({
      userUuid: created.body.userUuid,
      roles: ['SYSTEM_ADMIN'],
      tenantUuid: platformTenantUuid,
      displayName: 'Ana Rojas',
    });
    const twice = await root.post(path, { ...admin, userEmail: admin.userEmail.toUpperCase() });
    expect([twice.status, twice.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(twice.body.errors[0].field).toBe('userEmail');
  });

  test('is made once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const admin = input();
    const [first, again] = [
      await root.post(path, admin, headers),
      await root.post(path, admin, headers),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  test.each([
    ['userEmail', 'nobody'],
    ['name', ' '],
    ['lastName', 'x'.repeat(101)],
    ['name', undefined],
  ])('needs a good %s', async (field, value) => {
    const { status, body } = await root.post(path, { ...input(), [field]: value });
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  test('is taken away with the sessions, but never the last', async () => {
    const other = await w.systemAdmin();
    const { userUuid } = (await other.get('/api/auth/me')).body;
    expect((await root.delete(`${path}/${userUuid}`)).status).toBe(204);
    expect((await root.delete(`${path}/${userUuid}`)).status).toBe(404);
    expect((await other.get(path)).status).toBe(403);
    const staff = (await (await w.tenant()).staff()).tenantStaffUuid;
    expect((await root.delete(`${path}/${staff}`)).status).toBe(404);

    const { body: all } = await root.get(path);
    const own = (await root.get('/api/auth/me')).body.userUuid;
    const others = all.filter((each: { userUuid: string }) => each.userUuid !== own);
    const { body: last } = await root.post(path, input());
    const callers = [root, await w.systemAdmin()];
    const more = (await callers[1]?.get('/api/auth/me'))?.body.userUuid;
    for (const each of [...others, last]) await root.delete(`${path}/${each.userUuid}`);
    // The two who are left delete one another at once.
    const answers = await Promise.all([
      callers[0]?.delete(`${path}/${more}`),
      callers[1]?.delete(`${path}/${own}`),
    ]);
    expect(answers.filter((answer) => answer?.status === 204)).toHaveLength(1);
    const [survivor] = await w.db.asPlatform(
      (tx) => tx<{ userUuid: string }[]>`
        select user_uuid from accounts where 'SYSTEM_ADMIN' = any(roles) and deleted_at is null`,
    );
    const caller = survivor?.userUuid === own ? callers[0] : callers[1];
    const refused = await caller?.delete(`${path}/${survivor?.userUuid}`);
    expect([refused?.status, refused?.body.code]).toEqual([409, 'LAST_PLATFORM_ADMIN']);
  });

  test('gets a new password on the machine, which ends the sessions and the second factor', async () => {
    const other = await w.systemAdmin();
    const { userUuid, userEmail } = (await other.post(path, input())).body;
    const confirm = { token: await linkTo(userEmail), password: 'a long enough password' };
    await w.anonymous.post('/api/auth/password-reset/confirm', confirm);
    const signIn = (password: string) =>
      w.anonymous.post('/api/auth/login', { email: userEmail, password });
    const { body } = await signIn(confirm.password);
    const person = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
    await addTotp(person);

    const password = await resetOnMachine(w.config.databaseUrl, ` ${userEmail.toUpperCase()} `);
    expect(password).toHaveLength(20);
    expect((await person.get('/api/auth/me')).status).toBe(401);
    expect((await signIn(confirm.password)).status).toBe(401);
    expect((await signIn(password)).body.accessToken).toEqual(expect.any(String));
    const { body: trail } = await other.get(`/api/audit?entityId=${userUuid}`);
    const told = [
      expect.objectContaining({
        eventType: 'auth.second_factor_removed',
        attributes: { method: 'ALL', change: 'RESET' },
        entityName: 'Ana Rojas',
      }),
      expect.objectContaining({
        eventType: 'auth.password_changed',
        attributes: { by: 'MACHINE' },
      }),
    ];
    expect(trail.content).toEqual(expect.arrayContaining(told));

    const staff = (await (await w.tenant()).staff()).userEmail;
    for (const email of [staff, 'nobody@platform.example'])
      await expect(resetOnMachine(w.config.databaseUrl, email)).rejects.toThrow('administrator');
  });

  test('is nobody else’s to see', async () => {
    const admin = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await admin.get(path)).status).toBe(403);
    expect((await admin.post(path, input())).status).toBe(403);
  });
});

import { describe, expect, test } from 'vitest';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';

const w = await world({ RATE_LIMITS: 'on', RATE_LIMIT_LOGIN_PER_MINUTE: '12' });
const { tenantUuid, as } = await w.tenant();
const admin = await as('TENANT_ADMIN');
const fresh = 'three green kites';

async function person() {
  const input = { ...staffInput(tenantUuid), tenantUuid };
  await admin.post('/api/tenant-staff', input);
  const login = (password: string) =>
    w.anonymous.post('/api/auth/login', { email: input.userEmail, password });
  const signIn = async () => {
    const { body } = await login(input.password);
    return w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
  };
  return { input, login, signIn };
}

const path = '/api/auth/me/password';

describe('Changing the own password', () => {
  test('keeps the session that asks, ends all others and is mailed', async () => {
    const { input, login, signIn } = await person();
    const [current, other] = [await signIn(), await signIn()];
    const change = { currentPassword: input.password, password: fresh };
    expect((await current.put(path, change)).status).toBe(204);
    const statuses = [current, other].map(async (each) => (await each.get('/api/auth/me')).status);
    expect(await Promise.all(statuses)).toEqual([200, 401]);
    expect((await login(input.password)).status).toBe(401);
    expect((await login(fresh)).status).toBe(200);
    await expect.poll(() => w.mails.filter(({ to }) => to === input.userEmail)).toHaveLength(1);
    expect(JSON.stringify(w.mails)).not.toContain(fresh);
    const [event] = await w.db.asPlatform(
      (tx) => tx`
        select e.entity_type, e.actor_id = e.entity_id as own from events e
         where event_type = 'auth.password_changed'`,
    );
    expect(event).toEqual({ entityType: 'STAFF', own: true });
  });

  test('needs the present one, and counts failures like those of sign-ins', async () => {
    const { input, login, signIn } = await person();
    const caller = await signIn();
    const wrong = () => caller.put(path, { currentPassword: 'not this one', password: fresh });
    const answer = await wrong();
    expect([answer.status, answer.body.code]).toEqual([403, 'WRONG_PASSWORD']);
    const statuses: number[] = [];
    for (let time = 0; time < 12; time++) statuses.push((await wrong()).status);
    expect(statuses).toContain(429);
    expect((await login(input.password)).status).toBe(429);
    expect((await caller.get('/api/auth/me')).status).toBe(200);
  });

  test('refuses what is no password, and names it', async () => {
    const { input, signIn } = await person();
    const caller = await signIn();
    const { password: currentPassword } = input;
    const fieldOf = async (change: object) => {
      const { status, body } = await caller.put(path, change);
      return [status, body.errors[0].field, body.errors[0].code];
    };
    expect(await fieldOf({ currentPassword, password: 'short' })).toEqual([
      400,
      'password',
      'TOO_SHORT',
    ]);
    expect(await fieldOf({ currentPassword, password: input.userEmail.toUpperCase() })).toEqual([
      400,
      'password',
      'IS_EMAIL',
    ]);
    expect(await fieldOf({ password: fresh })).toEqual([400, 'currentPassword', 'REQUIRED']);
  });

  test('from two places at once happens once', async () => {
    const { input, signIn } = await person();
    const callers = [await signIn(), await signIn(), await signIn()];
    const answers = await Promise.all(
      callers.map((caller, at) =>
        caller.put(path, { currentPassword: input.password, password: `${fresh} ${at}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401 || status === 403)).toHaveLength(2);
  });
});

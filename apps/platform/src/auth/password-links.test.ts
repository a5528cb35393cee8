import { expect, test } from 'vitest';
import { builtConsole, consolePageAt } from '../../test-support/built-console.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world({ CONSOLE_DIR: await builtConsole() });
const tenant = await w.tenant('Andes Patrimonio');
const { tenantUuid } = tenant;
const admin = await tenant.as('TENANT_ADMIN');
const manager = await tenant.staff();

const mailsTo = (email: string) => w.mails.filter((mail) => mail.to === email);
/** The secret in the newest mail to an address, once there are so many. */
async function newestToken(email: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(email).length, { timeout: 60_000 }).toBe(count);
  return /set-password\?token=([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
}
const age = (userUuid: string, by: string) =>
  w.db.asPlatform(
    (tx) => tx`
      update password_tokens set expires_at = expires_at - ${by}::interval
       where user_uuid = ${userUuid} and used_at is null`,
  );
/** The requests for links that are not worked off yet. */
const waiting = () =>
  w.db.asPlatform(
    (tx) => tx`select from pgboss.job where name = 'password-reset' and state <> 'completed'`,
  );
const confirm = (token: string, password = 'eine lange Losung') =>
  w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
const renew = (token: string) => w.anonymous.post('/api/auth/password-reset/renew', { token });
/** What the page of a link says of it. */
const pageOf = async (token: string) =>
  (await consolePageAt(w.anonymous, `/set-password?token=${token}`)).configuration;

async function client() {
  const email = `elena-${crypto.randomUUID()}@clients.example`;
  const { contactUuid } = (
    await admin.post('/api/contacts', contactInput(tenantUuid, manager.tenantStaffUuid))
  ).body;
  await admin.put(`/api/contacts/${contactUuid}`, { primaryEmail: email });
  const init = () => admin.post(`/api/contacts/${contactUuid}/credentials/init`, {});
  expect((await init()).status).toBe(200);
  return { email, contactUuid, init };
}

test('a client’s link asked for again under one key is mailed once, and works', async () => {
  const { email, contactUuid } = await client();
  const ask = () =>
    admin.post(`/api/contacts/${contactUuid}/credentials/init`, {}, { 'idempotency-key': 'init' });
  const first = await ask();
  const token = await newestToken(email, 2);
  expect(await ask()).toMatchObject({ status: 200, body: first.body });
  expect((await confirm(token)).status).toBe(204);
  expect(mailsTo(email)).toHaveLength(2);
});

test('a client’s first link works for seven days', async () => {
  const { email, contactUuid } = await client();
  const token = await newestToken(email);
  expect(mailsTo(email)[0]?.text).toContain('7 días');
  await age(contactUuid, '6 days 23 hours');
  const answer = await w.anonymous.post('/api/auth/password-reset/confirm', {
    token,
    password: 'eine lange Losung',
    cookie: true,
  });
  expect(answer).toMatchObject({ status: 200, body: { user: { userUuid: contactUuid } } });
  expect(answer.body.refreshToken).toBe(undefined);
  expect(String(answer.headers['set-cookie'])).toMatch(/refresh=[^;]+;.*HttpOnly/);
  const login = await w.anonymous.post('/api/auth/login', { email, password: 'eine lange Losung' });
  expect(login.status).toBe(200);
});

test('so does that of staff who never signed in, and of an administrator of the platform; a reset works for an hour', async () => {
  const { tenantStaffUuid, userEmail } = await tenant.staff();
  const reset = () => admin.post(`/api/tenant-staff/${tenantStaffUuid}/credentials/reset`, {});
  await reset();
  const first = await newestToken(userEmail);
  await age(tenantStaffUuid, '6 days 23 hours');
  expect((await confirm(first)).status).toBe(204);
  await w.anonymous.post('/api/auth/login', { email: userEmail, password: 'eine lange Losung' });
  await reset();
  const second = await newestToken(userEmail, 2);
  expect(mailsTo(userEmail)[1]?.text).toMatch(/60 min/);
  await age(tenantStaffUuid, '61 minutes');
  expect((await confirm(second)).body.code).toBe('PASSWORD_LINK_INVALID');

  const system = await w.systemAdmin();
  const email = `root-${crypto.randomUUID()}@platform.example`;
  const made = await system.post('/api/platform-admins', {
    userEmail: email,
    name: 'Root',
    lastName: 'Two',
  });
  const token = await newestToken(email);
  await age(made.body.userUuid, '6 days 23 hours');
  expect((await confirm(token)).status).toBe(204);
});

test('an expired first link is renewed to the same address, three times an hour', async () => {
  const { email, contactUuid } = await client();
  const token = await newestToken(email);
  expect((await pageOf(token)).passwordLink).toBe('READY');
  await age(contactUuid, '8 days');
  expect(await pageOf(token)).toMatchObject({
    passwordLink: 'EXPIRED',
    tenant: { name: 'Andes Patrimonio' },
  });
  for (const count of [2, 3, 4]) {
    expect((await renew(token)).status).toBe(202);
    const next = await newestToken(email, count);
    expect((await pageOf(next)).passwordLink).toBe('READY');
  }
  const last = await newestToken(email, 4);
  expect((await renew(token)).status).toBe(202);
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(0);
  expect(mailsTo(email)).toHaveLength(4);
  expect((await confirm(last)).status).toBe(204);
});

test('the link of a used account is not renewed, nor one that nobody was sent', async () => {
  const { email, contactUuid, init } = await client();
  const token = await newestToken(email);
  await init();
  const second = await newestToken(email, 2);
  expect((await pageOf(token)).passwordLink).toBe('EXPIRED');
  expect((await confirm(second)).status).toBe(204);
  await w.anonymous.post('/api/auth/login', { email, password: 'eine lange Losung' });
  await init();
  const third = await newestToken(email, 3);
  await age(contactUuid, '8 days');
  for (const ended of [token, second, third, 'x'.repeat(43)]) {
    expect((await pageOf(ended)).passwordLink).toBe('ENDED');
    expect((await renew(ended)).status).toBe(202);
  }
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(0);
  expect(mailsTo(email)).toHaveLength(3);
});

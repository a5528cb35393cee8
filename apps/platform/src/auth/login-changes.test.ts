import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { addTotp } from '../../test-support/second-factor-world.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, tenant } = m;
const password = 'a long enough password';
const mailsTo = (email: string) => w.mails.filter(({ to }) => to === email);
const tokensIn = (email: string) =>
  mailsTo(email).flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
const tokenIn = (email: string) => tokensIn(email).at(-1);
const newAddress = () => `${randomUUID()}@new.example`;

type Login = { email: string; secret: string; path: string; field: string; isClient: boolean };

/** A member of the staff, whose password is known; of a partner if one is stated. */
async function staff(changes: object = {}): Promise<Login> {
  const input = { ...staffInput(tenant.tenantUuid), ...changes };
  const { body } = await admin.post('/api/tenant-staff', input);
  const path = `/api/tenant-staff/${body.tenantStaffUuid}`;
  return {
    email: input.userEmail,
    secret: input.password,
    path,
    field: 'userEmail',
    isClient: false,
  };
}

/** A client with a login; without `isUsed` the first link is mailed and not used yet. */
async function client({ isUsed = true } = {}): Promise<Login> {
  const path = `/api/contacts/${await m.contact()}`;
  const email = newAddress();
  await admin.put(path, { primaryEmail: email });
  expect((await admin.post(`${path}/credentials/init`)).status).toBe(200);
  await expect.poll(() => tokenIn(email)).toBeTruthy();
  if (isUsed) {
    const confirm = { token: tokenIn(email), password };
    await w.anonymous.post('/api/auth/password-reset/confirm', confirm);
  }
  return { email, secret: password, path, field: 'primaryEmail', isClient: true };
}

const login = (email: string, secret: string) =>
  w.anonymous.post('/api/auth/login', { email, password: secret });

/** Asks for a link to an address, and returns its token once it is mailed. */
async function resetLink(email: string) {
  const before = mailsTo(email).length;
  await w.anonymous.post('/api/auth/password-reset', { email });
  await expect.poll(() => mailsTo(email).length).toBe(before + 1);
  return tokenIn(email);
}

const partner = (await admin.post('/api/partners', { name: 'Cordillera' })).body.partnerUuid;
const people: [string, () => Promise<Login>, () => Promise<Client>][] = [
  ['an administrator of a colleague', staff, async () => admin],
  [
    'an administrator of a partner, of the partner’s staff',
    () => staff({ partnerUuid: partner }),
    () => tenant.as('PARTNER_ADMIN', partner),
  ],
  [
    'a system administrator',
    staff,
    async () => (await w.systemAdmin()).with({ 'x-tenant-uuid': tenant.tenantUuid }),
  ],
  ['staff of a client', client, async () => m.host],
];

describe.each(people)('An e-mail of a login that is changed by %s', (_title, make, as) => {
  test('ends sessions and links, and both addresses are told', async () => {
    const [who, by] = [await make(), await as()];
    const { body } = await login(who.email, who.secret);
    const token = await resetLink(who.email);
    const to = newAddress();
    const told = mailsTo(who.email).length;
    expect((await by.put(who.path, { [who.field]: to })).status).toBe(200);

    const session = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
    expect((await session.get('/api/auth/me')).status).toBe(401);
    const { refreshToken } = body;
    expect((await w.anonymous.post('/api/auth/refresh', { refreshToken })).status).toBe(401);
    const confirm = { token, password: 'another long password' };
    const spent = await w.anonymous.post('/api/auth/password-reset/confirm', confirm);
    expect([spent.status, spent.body.code]).toEqual([400, 'PASSWORD_LINK_INVALID']);
    expect((await login(to, who.secret)).status).toBe(200);
    expect((await login(who.email, who.secret)).status).toBe(401);

    await expect.poll(() => [mailsTo(who.email).length, mailsTo(to).length]).toEqual([told + 1, 1]);
    for (const email of [who.email, to]) {
      expect(mailsTo(email).at(-1)?.subject).toMatch(/^(Cambio en su acceso a|A change to your)/);
      expect(mailsTo(email).at(-1)?.text).not.toMatch(/token=/);
    }
    // Nobody learns the other address.
    expect(mailsTo(who.email).at(-1)?.text).not.toContain(to);
    expect(mailsTo(to).at(-1)?.text).not.toContain(who.email);
  });

  test('changes nothing when it is the same, or another spelling of it', async () => {
    const [who, by] = [await make(), await as()];
    const { body } = await login(who.email, who.secret);
    const session = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
    for (const email of [who.email, who.email.toUpperCase()])
      expect((await by.put(who.path, { [who.field]: email })).status).toBe(200);
    expect((await session.get('/api/auth/me')).status).toBe(200);
    const [{ count } = { count: '' }] = await w.db.asPlatform(
      (tx) => tx`select count(*) from mails where address = lower(${who.email})`,
    );
    expect(Number(count)).toBe(0);
  });

  test('is not taken from another login, and nothing ends then', async () => {
    const [who, other, by] = [await make(), await staff(), await as()];
    const { body } = await login(who.email, who.secret);
    const told = mailsTo(other.email).length;
    const { status } = await by.put(who.path, { [who.field]: other.email });
    expect(status).toBe(409);
    const session = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
    expect((await session.get('/api/auth/me')).status).toBe(200);
    expect(mailsTo(other.email).length).toBe(told);
  });
});

test('Who changes the own e-mail keeps the asking session alone', async () => {
  const { email, secret, path } = await staff({ staffType: 'ADMIN' });
  const [one, other] = [await login(email, secret), await login(email, secret)];
  const clientOf = (body: { accessToken: string; user: { userUuid: string } }) =>
    w.anonymous.with({
      ...admin.identity,
      authorization: `Bearer ${body.accessToken}`,
      'x-user-id': body.user.userUuid,
      'x-user-email': email,
    });
  const [asking, ended] = [clientOf(one.body), clientOf(other.body)];
  const to = newAddress();
  expect((await asking.put(path, { userEmail: to })).status).toBe(200);
  expect((await asking.get('/api/auth/me')).status).toBe(200);
  expect((await ended.get('/api/auth/me')).status).toBe(401);
  await expect.poll(() => mailsTo(to).length).toBe(1);
  await expect.poll(() => mailsTo(email).length).toBe(1);
});

test('A sign-in that waits for the second factor ends with the e-mail', async () => {
  const { email, secret, path } = await client();
  const { body } = await login(email, secret);
  const me = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
  const { recoveryCodes } = await addTotp(me);
  const { challenge } = (await login(email, secret)).body;
  await admin.put(path, { primaryEmail: newAddress() });
  const proof = { challenge, recoveryCode: recoveryCodes[0] };
  const late = await w.anonymous.post('/api/auth/login/second-factor', proof);
  expect([late.status, late.body.code]).toEqual([401, 'CHALLENGE_INVALID']);
});

test('Who never set a password gets a first link at the new address, and the old one is void', async () => {
  const { email, path } = await client({ isUsed: false });
  const old = tokenIn(email);
  const to = newAddress();
  await admin.put(path, { primaryEmail: to });
  await expect.poll(() => tokenIn(to)).toBeTruthy();
  const set = (token?: string) =>
    w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
  expect((await set(old)).status).toBe(400);
  expect((await set(tokenIn(to))).status).toBe(204);
  expect((await login(to, password)).status).toBe(200);
});

test('An e-mail that a merge takes over is told like any other', async () => {
  const who = await client();
  const to = newAddress();
  const from = await m.contact();
  await admin.put(`/api/contacts/${from}`, { primaryEmail: to });
  const { body } = await login(who.email, who.secret);
  const merge = { fromContactUuid: from, take: ['primaryEmail'] };
  expect((await admin.post(`${who.path}/merge`, merge)).status).toBe(200);
  const session = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
  expect((await session.get('/api/auth/me')).status).toBe(401);
  await expect.poll(() => mailsTo(to).length).toBe(1);
  await expect.poll(() => mailsTo(who.email).at(-1)?.text).toMatch(/El correo de su acceso/);
});

describe('A password that an administrator sets', () => {
  test.each([
    ['directly', (path: string) => admin.put(`${path}/credentials/create`, { password })],
    ['with the record', (path: string) => admin.put(path, { password, confirmPassword: password })],
  ])('%s is mailed to its person, without it', async (_title, set) => {
    const { email, path } = await staff();
    const answer = await set(path);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    await expect.poll(() => mailsTo(email).length).toBe(1);
    const [mail] = mailsTo(email);
    expect(mail?.text).toMatch(/contraseña nueva|new password/);
    expect(`${mail?.text}${mail?.html}`).not.toContain(password);
  });
});

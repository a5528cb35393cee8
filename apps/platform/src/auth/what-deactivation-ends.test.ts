import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../test-support/client.ts';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { addTotp } from '../../test-support/second-factor-world.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const root = await w.systemAdmin();
const origin = 'http://localhost:8080';
const host = 'localhost:8080';
const password = 'a long enough password';
const newPassword = 'Another-Password-77';

type World = Awaited<ReturnType<typeof meetingWorld>>;
type Who = { email: string; secret: string; path: string };

async function staffOf({ tenant, admin }: World, changes: object = {}): Promise<Who> {
  const input = { ...staffInput(tenant.tenantUuid), ...changes };
  const { body } = await admin.post('/api/tenant-staff', input);
  const path = `/api/tenant-staff/${body.tenantStaffUuid}`;
  return { email: input.userEmail, secret: input.password, path };
}

async function clientOf({ contact, admin }: World): Promise<Who> {
  const path = `/api/contacts/${await contact()}`;
  const email = `${randomUUID()}@client.example`;
  await admin.put(path, { primaryEmail: email });
  await admin.post(`${path}/credentials/init`);
  await w.anonymous.post('/api/auth/password-reset/confirm', {
    token: await linkTo(email),
    password,
  });
  return { email, secret: password, path };
}

const mailsTo = (email: string) => w.mails.filter(({ to }) => to === email);
/** The newest link that was mailed to an address, once there are so many. */
async function linkTo(email: string, count = 1) {
  const links = () => mailsTo(email).flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
  await expect.poll(() => links().length, { timeout: 60_000 }).toBe(count);
  return links().at(-1);
}

const signIn = ({ email, secret }: Who, more: object = {}) =>
  w.anonymous.post('/api/auth/login', { email, password: secret, ...more }, { host });

/** All that a person can hold, each with how to use it. */
async function holdingsOf(who: Who) {
  const links = mailsTo(who.email).filter(({ text }) => text.includes('token=')).length;
  const inBody = await signIn(who);
  const bearer = w.anonymous.with({ authorization: `Bearer ${inBody.body.accessToken}` });
  const { user } = inBody.body;
  const caller = bearer.with({
    'x-tenant-uuid': user.tenantUuid,
    'x-user-id': user.userUuid,
    'x-user-email': user.email,
    'x-user-type': user.userType,
  });
  const { recoveryCodes } = await addTotp(bearer);
  const challengeOf = async () => (await signIn(who)).body.challenge;
  const byCookie = await w.anonymous.post(
    '/api/auth/login/second-factor',
    { challenge: await challengeOf(), recoveryCode: recoveryCodes[0], cookie: true },
    { host },
  );
  const cookie = [byCookie.headers['set-cookie'] ?? []].flat().join().split(';')[0] ?? '';
  const feed = (await caller.post('/api/v1/calendar/feed')).body.url as string;
  await w.anonymous.post('/api/auth/password-reset', { email: who.email });
  const token = await linkTo(who.email, links + 1);
  const confirm = { token, password: newPassword };
  const proof = { challenge: await challengeOf(), recoveryCode: recoveryCodes[1] };
  const uses: Record<string, () => Promise<Answer>> = {
    session: () => bearer.get('/api/auth/me'),
    cookie: () => w.anonymous.post('/api/auth/refresh', undefined, { host, origin, cookie }),
    feed: () => w.anonymous.get(new URL(feed).pathname + new URL(feed).search),
    challenge: () => w.anonymous.post('/api/auth/login/second-factor', proof),
    link: () => w.anonymous.post('/api/auth/password-reset/confirm', confirm),
  };
  const statuses = async () => {
    const used: Record<string, unknown> = {};
    for (const [name, use] of Object.entries(uses)) {
      const { status, body } = await use();
      used[name] = status < 300 ? status : `${status} ${body?.code ?? ''}`.trim();
    }
    return used;
  };
  return { statuses };
}

const off = {
  session: expect.stringMatching(/^(401 SESSION_ENDED|403 USER_INACTIVE)$/),
  cookie: expect.stringMatching(/^(401 REFRESH_TOKEN_INVALID|403 USER_INACTIVE)$/),
  feed: expect.stringMatching(/^404/),
  challenge: '401 CHALLENGE_INVALID',
  link: '400 PASSWORD_LINK_INVALID',
};
const ended = { ...off, session: '401 SESSION_ENDED', cookie: '401 REFRESH_TOKEN_INVALID' };

type Switched = {
  make: (m: World) => Promise<Who>;
  off: (m: World, who: Who) => Promise<Answer>;
  on?: (m: World, who: Who) => Promise<Answer>;
};

/** What can be switched off, or deleted. */
const table: [string, () => Switched][] = [
  [
    'a member of the staff who is switched off',
    () => ({
      make: (m) => staffOf(m),
      off: ({ admin }, { path }) => admin.put(path, { isActive: false }),
      on: ({ admin }, { path }) => admin.put(path, { isActive: true }),
    }),
  ],
  [
    'a member of the staff who is deleted',
    () => ({
      make: (m) => staffOf(m),
      off: ({ admin }, { path }) =>
        admin.delete(path, { staffUuidToDelete: path.split('/').at(-1) }),
    }),
  ],
  [
    'a client who is switched off',
    () => ({
      make: clientOf,
      off: ({ admin }, { path }) => admin.put(path, { status: 'INACTIVE' }),
      on: ({ admin }, { path }) => admin.put(path, { status: 'ACTIVE' }),
    }),
  ],
  [
    'a client who is deleted',
    () => ({ make: clientOf, off: ({ admin }, { path }) => admin.delete(path) }),
  ],
  [
    'staff of a partner that is switched off',
    () => {
      let partner = '';
      return {
        make: async (m) => {
          const { partnerUuid } = (await m.admin.post('/api/partners', { name: 'Sur' })).body;
          partner = `/api/partners/${partnerUuid}`;
          return staffOf(m, { partnerUuid });
        },
        off: ({ admin }) => admin.put(partner, { isActive: false }),
        on: ({ admin }) => admin.put(partner, { isActive: true }),
      };
    },
  ],
];

describe.each(table)('Of %s', (_title, switched) => {
  test('nothing that was held works, then or later, and nothing is mailed', async () => {
    const m = await meetingWorld(w);
    const { make, off: end, on } = switched();
    const who = await make(m);
    const { statuses } = await holdingsOf(who);
    expect((await end(m, who)).status).toBeLessThan(300);
    expect(await statuses()).toEqual(off);
    const mailed = mailsTo(who.email).length;
    expect((await w.anonymous.post('/api/auth/password-reset', who)).status).toBe(202);
    if (on) {
      expect((await on(m, who)).status).toBe(200);
      expect(await statuses()).toEqual(ended);
      expect((await signIn({ ...who, secret: newPassword })).status).toBe(401);
      expect((await signIn(who)).status).toBe(200);
    }
    // A later request of somebody else has been answered by now.
    await m.admin.post(`${(await staffOf(m)).path}/credentials/reset`);
    expect(mailsTo(who.email).length).toBe(mailed);
  });
});

test('Of a firm that is switched off everything waits, and lives on', async () => {
  const m = await meetingWorld(w);
  const who = await staffOf(m);
  const { statuses } = await holdingsOf(who);
  const firm = `/api/tenants/${m.tenant.tenantUuid}`;
  const { name, code } = (await root.get(firm)).body;
  const set = async (isActive: boolean) =>
    expect((await root.put(firm, { name, code, isActive })).status).toBe(200);
  await set(false);
  expect(await statuses()).toEqual({
    session: '403 TENANT_INACTIVE',
    cookie: '403 TENANT_INACTIVE',
    feed: expect.stringMatching(/^404/),
    challenge: '403 TENANT_INACTIVE',
    link: '403 TENANT_INACTIVE',
  });
  await set(true);
  expect(await statuses()).toEqual({
    session: 200,
    cookie: 200,
    feed: 200,
    challenge: 200,
    link: 204,
  });
});

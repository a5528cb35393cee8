import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { replicaOf } from '../../test-support/replica.ts';
import { addTotp, stopClock } from '../../test-support/second-factor-world.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

stopClock();
const w = await world({ RATE_LIMITS: 'on', RATE_LIMIT_USER_PER_MINUTE: '100000' });
const replica = await replicaOf(w);
const secretKeys = ['k'.repeat(43), ...w.config.secretKeys] as const;
const withNewKey = await replicaOf({ ...w, config: { ...w.config, secretKeys } });
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');

/** An account of its own, whose e-mail has letters that fold in more than one way. */
async function account() {
  const input = staffInput(tenant.tenantUuid);
  const userEmail = `admin.i.${randomUUID()}@staff.example`;
  expect((await admin.post('/api/tenant-staff', { ...input, userEmail })).status).toBe(201);
  return { email: userEmail, password: input.password };
}

const post = async (url: string, payload: object, remoteAddress: string) => {
  const answer = await w.app.inject({ method: 'POST', url, payload, remoteAddress });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};
const signIn = (email: string, password: string, address: string) =>
  post('/api/auth/login', { email, password }, address);
const prove = (proof: object, address: string) =>
  post('/api/auth/login/second-factor', proof, address);
/** Lets the minutes that are counted in begin now, so that none ends amid a test of a slow machine. */
const prolongMinutes = () =>
  w.db.asPlatform((tx) => tx`update sign_in_failures set ends_at = now() + interval '1 minute'`);
const statusesOf = async (count: number, one: (at: number) => ReturnType<typeof signIn>) => {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) {
    await prolongMinutes();
    statuses.push((await one(at)).status);
  }
  return statuses;
};
const times = (count: number, value: number) => Array(count).fill(value);
let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `203.0.${addresses >> 8}.${addresses & 255}`;
}

test('an account is tried ten times a minute from one address, and the refusal names the wait', async () => {
  const { email } = await account();
  const address = newAddress();
  expect(await statusesOf(11, () => signIn(email, 'wrong one', address))).toEqual([
    ...times(10, 401),
    429,
  ]);
  const { body, headers } = await signIn(email, 'wrong one', address);
  expect(body.code).toBe('RATE_LIMITED');
  const seconds = Number(headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(body.message).toContain(`in ${seconds} seconds`);
});

test('attempts count together whichever replica takes them, also while its key is changed', async () => {
  const { email } = await account();
  const remoteAddress = newAddress();
  const statuses = [];
  for (let at = 0; at < 12; at += 1) {
    const payload = { email, password: 'wrong one' };
    const app = [w.app, replica, withNewKey][at % 3] ?? w.app;
    const answer = await app.inject({
      ...{ method: 'POST', url: '/api/auth/login', payload, remoteAddress },
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...times(10, 401), 429, 429]);
});

test('attempts that wait for each other leave the connections of requests alone', async () => {
  const person = await tenant.as('TENANT_STAFF');
  const change = { currentPassword: 'wrong one', password: 'another long one' };
  const [answers, other] = await w.sql.begin(async (held) => {
    await held`lock table sign_in_failures in access exclusive mode`;
    const waiting = Array.from({ length: 20 }, () => person.put('/api/auth/me/password', change));
    await expect
      .poll(async () => {
        const [{ count }] = await held<[{ count: number }]>`
          select count(*)::int from pg_locks
           where relation = 'sign_in_failures'::regclass and not granted`;
        return count;
      })
      .toBe(3);
    return [waiting, await person.get('/api/contacts')] as const;
  });
  expect(other.status).toBe(200);
  for (const { status } of await Promise.all(answers)) expect([403, 429, 503]).toContain(status);
});

test('the addresses of one IPv6 subscriber count as one, for failures and as known', async () => {
  const { email, password } = await account();
  const network = '2001:db8:64:1';
  expect((await signIn(email, password, `${network}::1`)).status).toBe(200);
  const spray = (from: string) => (at: number) =>
    signIn(`nobody-${at}-${randomUUID()}@x.example`, 'wrong one', `${from}::${at.toString(16)}`);
  expect(await statusesOf(31, spray(network))).toEqual([...times(30, 401), 429]);
  expect((await spray('2001:db8:64:2')(0)).status).toBe(401);
  expect((await signIn(email, password, `${network}:ffff::2`)).status).toBe(200);
  const { email: other, password: right } = await account();
  expect((await signIn(other, right, `${network}::3`)).status).toBe(429);
});

test('an address fails thirty times a minute, however many accounts it tries, one by one or at once', async () => {
  const { email, password } = await account();
  const address = newAddress();
  const spray = (at: number) =>
    signIn(`nobody-${at}-${randomUUID()}@x.example`, 'wrong one', address);
  expect(await statusesOf(31, spray)).toEqual([...times(30, 401), 429]);
  expect((await signIn(email, password, address)).status).toBe(429);
  const other = newAddress();
  const guess = (at: number) => signIn(`n-${at}-${randomUUID()}@x.example`, 'x y z', other);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => guess(at)));
  const statuses = answers.map(({ status }) => status);
  // A slow machine tells some of a crowd to come again, before or after they are counted.
  while (statuses.at(-1) !== 429 && statuses.length < 91)
    statuses.push(...(await statusesOf(1, guess)));
  const having = (status: number) => statuses.filter((each) => each === status).length;
  expect(having(401) + having(429) + having(503)).toBe(statuses.length);
  expect(having(401)).toBeLessThanOrEqual(30);
  expect(having(401) + having(503)).toBeGreaterThanOrEqual(30);
  expect(statuses.at(-1)).toBe(429);
});

test('an account fails thirty times a minute from wherever, however its e-mail is written', async () => {
  const { email, password } = await account();
  const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('a', 'A')];
  const attack = (at: number) =>
    signIn(spellings[at % spellings.length] ?? email, 'wrong one', newAddress());
  expect(await statusesOf(32, attack)).toEqual([...times(30, 401), 429, 429]);
  expect((await signIn(email, password, newAddress())).status).toBe(429);
});

test('e-mails count as one account exactly when the database takes them for one', async () => {
  const { email } = await account();
  const address = newAddress();
  const dotted = email.replaceAll('i', 'İ');
  const [{ same } = { same: false }] = await w.sql<{ same: boolean }[]>`
    select plain_email(${dotted}) = plain_email(${email}) as same`;
  await statusesOf(10, () => signIn(email, 'wrong one', address));
  expect((await signIn(dotted, 'wrong one', address)).status).toBe(same ? 429 : 401);
});

test('an address that signed in to an account is not stopped by the failures of others', async () => {
  const { email, password } = await account();
  const home = newAddress();
  expect((await signIn(email, password, home)).status).toBe(200);
  await statusesOf(35, () => signIn(email, 'wrong one', newAddress()));
  expect((await signIn(email, password, newAddress())).status).toBe(429);
  expect((await signIn(email, password, home)).status).toBe(200);
  await statusesOf(35, (at) => signIn(`nobody-${at}@x.example`, 'wrong one', home));
  expect((await signIn(email, password, home)).status).toBe(200);
  const { email: other } = await account();
  expect((await signIn(other, 'wrong one', home)).status).toBe(429);
  await w.db.asPlatform(
    (tx) => tx`update known_addresses set signed_in_at = now() - interval '31 days'`,
  );
  expect((await signIn(email, password, home)).status).toBe(429);
});

test('wrong second factors count with wrong passwords, however many challenges an account opens', async () => {
  const { email, password } = await account();
  const { body } = await signIn(email, password, newAddress());
  await addTotp(w.anonymous.with({ authorization: `Bearer ${body.accessToken}` }));
  const tryFour = async () => {
    const address = newAddress();
    const { challenge } = (await signIn(email, password, address)).body;
    return statusesOf(4, () => prove({ challenge, code: '000000' }, address));
  };
  for (let at = 0; at < 2; at += 1) expect(await tryFour()).toEqual(times(4, 401));
  const guesses = await statusesOf(23, () => signIn(email, 'wrong one', newAddress()));
  expect(guesses).toEqual([...times(22, 401), 429]);
  expect((await signIn(email, password, newAddress())).status).toBe(429);
});

test('who signs in is not counted as a failure, and no address is stored as it is', async () => {
  const address = newAddress();
  for (let at = 0; at < 35; at += 1) {
    const { email, password } = at % 10 === 0 ? await account() : { email: '', password: '' };
    if (email) expect((await signIn(email, password, address)).status).toBe(200);
  }
  expect((await signIn(`x-${randomUUID()}@x.example`, 'wrong one', address)).status).toBe(401);
  const rows = await w.db.asPlatform((tx) => tx`select address_hash from known_addresses`);
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.every(({ addressHash }) => addressHash.length === 32)).toBe(true);
});

test('links to set a password are asked for ten times a minute, however the e-mail is written', async () => {
  const { email } = await account();
  const remoteAddress = newAddress();
  const ask = async (written: string) =>
    (
      await w.app.inject({
        method: 'POST',
        url: '/api/auth/password-reset',
        payload: { email: written },
        remoteAddress,
      })
    ).statusCode;
  const statuses = [];
  for (let at = 0; at < 11; at += 1) statuses.push(await ask(at % 2 ? email.toUpperCase() : email));
  expect(statuses).toEqual([...times(10, 202), 429]);
});

test('of a crowd that signs in at once some are served and the others told at once to come again', async () => {
  const open = await world();
  const crowd = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const { status, headers } = await open.anonymous.post('/api/auth/login', {
          email: `nobody-${at}@x.example`,
          password: 'wrong one',
        });
        return { status, headers };
      }),
    );
  /** What is served too little of a crowd: three have their turn at once, and of those who wait a good part in time. */
  const lacking = async () => {
    // What this machine does in the three seconds that one may wait, by what it did for three at once.
    const began = performance.now();
    await crowd(3);
    const inTime = Math.min(64, (3 * 3_000) / (performance.now() - began));
    const answers = await crowd(200);
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true);
    expect(refused.length).toBeGreaterThanOrEqual(200 - 64 - 3 - 60);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    return Math.max(0, 3 + Math.floor(inTime / 4) - (answers.length - refused.length));
  };
  // The machine may have been given to others between the two; what is refused too soon is refused each time.
  let least = await lacking();
  for (let more = 0; more < 2 && least > 0; more += 1) least = Math.min(least, await lacking());
  expect(least).toBe(0);
});

test('The beginning of a sign-in at a provider and its end are limited as a password is', async () => {
  const [from, other] = [newAddress(), newAddress()];
  const start = (email: string) => post('/api/auth/sso/start', { email }, from);
  const many = await statusesOf(11, () => start('somebody@firm.example'));
  expect(many).toEqual([...times(10, 200), 429]);
  expect((await start('another@firm.example')).status).toBe(200);
  const places: string[] = [];
  for (let at = 0; at < 31; at += 1) {
    const url = `/api/auth/sso/callback?state=${at}&code=guessed`;
    const { headers } = await w.app.inject({ url, remoteAddress: other });
    places.push(String(headers.location));
  }
  const expected = Array(30).fill('/sign-in?error=SSO_STATE_INVALID');
  expect(places).toEqual([...expected, '/sign-in?error=RATE_LIMITED']);
});

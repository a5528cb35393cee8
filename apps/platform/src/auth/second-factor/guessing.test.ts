import { expect, test, vi } from 'vitest';
import { ageProof } from '../../../test-support/age-proof.ts';
import { replicaOf } from '../../../test-support/replica.ts';
import { type Person, secondFactorWorld } from '../../../test-support/second-factor-world.ts';

const w = await secondFactorWorld({ RATE_LIMITS: 'on', RATE_LIMIT_USER_PER_MINUTE: '100000' });
const replica = await replicaOf(w);
const { person, codeOf } = w;
const everyday = '127.0.0.1';
let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

type Post = { url: string; payload: object; from: string; app?: typeof w.app; headers?: object };
async function post({ url, payload, from, app = w.app, headers = {} }: Post) {
  const answer = await app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: from,
    headers: { ...headers },
  });
  return {
    status: answer.statusCode,
    body: answer.body ? answer.json() : undefined,
    wait: Number(answer.headers['retry-after'] ?? 0),
  };
}

/** Signs in up to the second factor, and gives one. */
async function attempt(caller: Person, proof: object, from: string, app = w.app) {
  const { email, password } = caller;
  const began = await post({ url: '/api/auth/login', payload: { email, password }, from, app });
  expect(began.status, JSON.stringify(began.body)).toBe(200);
  const payload = { challenge: began.body.challenge, ...proof };
  return post({ url: '/api/auth/login/second-factor', payload, from, app });
}

/** Says that so many second factors of a person were wrong in a row, as if the last pause were over. */
const putInARow = (caller: Person, count: number) =>
  w.db.asPlatform(
    (tx) => tx`
      insert into second_factor_failures (tenant_uuid, user_uuid, in_a_row)
      values (${caller.tenantUuid}, ${caller.userUuid}, ${count})
      on conflict (tenant_uuid, user_uuid)
        do update set in_a_row = excluded.in_a_row, paused_until = excluded.paused_until`,
  );

const wrong = { code: '000000' };

test('ten wrong second factors in a row make the account pause, at every replica and for proofs too', async () => {
  const ana = await person({ totp: true });
  for (let at = 0; at < 10; at += 1)
    expect((await attempt(ana, wrong, newAddress(), at % 2 ? replica : w.app)).status).toBe(401);
  const right = { code: codeOf(ana.secret, 1) };
  for (const app of [w.app, replica]) {
    const paused = await attempt(ana, right, newAddress(), app);
    expect([paused.status, paused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(paused.wait).toBeGreaterThan(0);
    expect(paused.wait).toBeLessThanOrEqual(60);
  }
  await ageProof(w, ana.userUuid);
  const { authorization = '' } = ana.identity;
  const headers = { authorization };
  const proof = { url: '/api/auth/me/proof', payload: right, headers };
  expect((await post({ ...proof, from: newAddress() })).status).toBe(429);
  expect((await post({ ...proof, from: everyday, app: replica })).status).toBe(204);
});

test('the address that a person signed in from does not pause, and a right answer ends the row', async () => {
  const ana = await person({ totp: true });
  await putInARow(ana, 12);
  expect((await attempt(ana, wrong, newAddress())).status).toBe(401);
  expect((await attempt(ana, { code: codeOf(ana.secret, 1) }, newAddress())).status).toBe(429);
  expect((await attempt(ana, { code: codeOf(ana.secret, 1) }, everyday)).status).toBe(200);
  const [recoveryCode] = ana.recoveryCodes;
  expect((await attempt(ana, { recoveryCode }, newAddress())).status).toBe(200);
});

test('each further wrong answer doubles the pause, up to an hour', async () => {
  const ana = await person({ totp: true });
  for (const [before, seconds] of [
    [9, 60],
    [10, 120],
    [14, 1_920],
    [15, 3_600],
    [400, 3_600],
  ] as const) {
    await putInARow(ana, before);
    expect((await attempt(ana, wrong, newAddress())).status).toBe(401);
    const { status, wait } = await attempt(ana, wrong, newAddress());
    expect(status).toBe(429);
    expect(wait).toBeGreaterThan(seconds - 60);
    expect(wait).toBeLessThanOrEqual(seconds);
  }
});

test('of many guesses at once no more are taken than one after the other', async () => {
  const ana = await person({ totp: true });
  await putInARow(ana, 9);
  const { email, password } = ana;
  const opened = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const from = newAddress();
      const url = '/api/auth/login';
      return { from, ...(await post({ url, payload: { email, password }, from })) };
    }),
  );
  const answers = await Promise.all(
    opened.map(({ from, body }, at) =>
      post({
        url: '/api/auth/login/second-factor',
        payload: { challenge: body.challenge, ...wrong },
        from,
        app: at % 2 ? replica : w.app,
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
});

test('after twenty in a row the person is told, once', async () => {
  const ana = await person({ totp: true });
  const told = () =>
    w.mails.filter(({ to, subject }) => to === ana.email && /Intentos|Attempts/.test(subject));
  await putInARow(ana, 18);
  expect((await attempt(ana, wrong, everyday)).status).toBe(401);
  expect(told()).toEqual([]);
  for (let at = 0; at < 3; at += 1) expect((await attempt(ana, wrong, everyday)).status).toBe(401);
  await vi.waitUntil(() => told().length > 0, { timeout: 60_000 });
  const mails = await w.db.asPlatform(
    (tx) => tx`
      select from mails where person_uuid = ${ana.userUuid} and about ->> 'change' = 'FACTOR_GUESSED'`,
  );
  expect(mails).toHaveLength(1);
});

test('failures of an address and of an account count over all replicas', async () => {
  const ana = await person();
  const url = '/api/auth/login';
  const payload = { email: ana.email, password: 'wrong one' };
  const statuses: number[] = [];
  for (let at = 0; at < 31; at += 1) {
    const app = at % 2 ? replica : w.app;
    statuses.push((await post({ url, payload, from: newAddress(), app })).status);
  }
  expect(statuses).toEqual([...Array(30).fill(401), 429]);
  const from = newAddress();
  const spray = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      post({
        url,
        payload: { email: `nobody-${at}@x.example`, password: 'wrong one' },
        from,
        app: at % 2 ? replica : w.app,
      }),
    ),
  );
  // A slow machine tells some of a crowd to come again; they count as failures if they were taken at all.
  const having = (wanted: number) => spray.filter(({ status }) => status === wanted).length;
  expect(having(401) + having(429) + having(503)).toBe(40);
  expect(having(401)).toBeLessThanOrEqual(30);
  expect(having(401) + having(503)).toBeGreaterThanOrEqual(30);
  const right = { email: ana.email, password: ana.password };
  expect((await post({ url, payload: right, from: everyday, app: replica })).status).toBe(200);
});

test('without limits nothing pauses', async () => {
  const open = await secondFactorWorld();
  const ana = await open.person({ totp: true });
  await open.db.asPlatform(
    (tx) => tx`
      insert into second_factor_failures (tenant_uuid, user_uuid, in_a_row)
      values (${ana.tenantUuid}, ${ana.userUuid}, 30)`,
  );
  const { challenge } = (await open.login(ana)).body;
  expect((await open.finish({ challenge, ...wrong })).status).toBe(401);
  expect((await open.finish({ challenge, code: codeOf(ana.secret, 1) })).status).toBe(200);
});

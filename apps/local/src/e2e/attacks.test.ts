import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from '@atrium/api-client/test-support/call-api.ts';
import { afterAll, expect, test } from 'vitest';
import { bootAtrium } from './atrium.ts';
import { latencies } from './busy.ts';
import { openFirm } from './firm.ts';

const seconds = Number(process.env.ATTACK_SECONDS ?? 8);
/** How much longer a request may take than amid as many usual ones, by the median. */
const mostTimes = Number(process.env.ATTACK_TIMES ?? 20);
const heavyAtOnce = { bombs: 2, drawings: 2, questions: 20 };
const atrium = await bootAtrium({ RATE_LIMITS: 'on', RATE_LIMIT_USER_PER_MINUTE: '100000' });
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await atrium.stop();
});
const [attacker, victim] = [await openFirm(atrium), await openFirm(atrium)];
const { hostname, port } = new URL(atrium.address);

type Sent = { method?: string; path: string; headers?: object; body?: string; from: string };
type Outcome = {
  status: number;
  ms: number;
  what: string;
  body: string;
  /** Counts the heavy requests of the attack that were answered while this one was under way. */
  heavyMeanwhile: number;
};
let heavy = 0;

/** Sends a request from an address of this machine; each attacker has one of its own. */
function send({ method = 'POST', path, headers = {}, body, from }: Sent, agent?: Agent) {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const [began, before] = [performance.now(), heavy];
  const done = (status: number, text = '') => {
    const heavyMeanwhile = heavy - before;
    resolve({ status, ms: performance.now() - began, what: path, body: text, heavyMeanwhile });
  };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const options = {
    method,
    host: hostname,
    port,
    path,
    localAddress: from,
    ...(agent && { agent }),
  };
  request({ ...options, headers: { ...type, ...headers }, timeout: 60_000 })
    .on('response', (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => done(response.statusCode ?? 0, text));
    })
    .on('timeout', () => done(-1))
    .on('error', () => done(0))
    .end(body);
  return promise;
}

/** Asks once more a second later while there is no room, as people do: all of it is one wait. */
async function ask(sent: Sent, agent: Agent): Promise<Outcome> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    const outcome = await send(sent, agent);
    if (outcome.status !== 503 || tries === mostTries)
      return { ...outcome, ms: performance.now() - began };
    await sleep(1_000);
  }
}
const mostTries = 30;

let attacking = true;
/** Counts a heavy request once it is answered; one that was refused for want of room took nobody's turn. */
const counted = async (asked: Promise<Outcome>) => {
  const outcome = await asked;
  if (![429, 503].includes(outcome.status)) heavy += 1;
  return outcome;
};
/** Lets so many callers make an attack again and again, until the attack is over. */
async function repeat(callers: number, attack: () => Promise<unknown>): Promise<void> {
  const loop = async () => {
    while (attacking) {
      await attack();
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
}

/** 1,010 connections that each begin a sign-in and never end it, opened anew when they are closed. */
async function slowBodies(): Promise<void> {
  const begin =
    'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{';
  while (attacking) {
    for (let open = sockets.filter((each) => !each.destroyed).length; open < 1_010; open += 1) {
      const socket = connect({ port: Number(port), host: hostname, localAddress: '127.0.0.2' });
      sockets.push(socket.on('error', () => undefined));
      socket.write(begin);
    }
    await sleep(200);
  }
}

const filters = `{"filters":[${'{},'.repeat(260_000)}{}]}`;
/** Sends a megabyte of filters, each of which has to be told to be wrong. */
const validationBomb = (headers: Headers) => () =>
  counted(send({ path: '/api/v2/meetings', headers, body: filters, from: '127.0.0.3' }));

const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><filter id="f">${'<feTurbulence numOctaves="99999999"/>'.repeat(200)}</filter><rect width="9" height="9" filter="url(#f)"/></svg>`;
/** Uploads a drawing that takes hours to be drawn, and publishes it. */
async function drawingBomb(headers: Headers): Promise<void> {
  const from = '127.0.0.4';
  const branding = `/api/tenants/${headers['x-tenant-uuid']}/branding`;
  const files = JSON.stringify({ files: [{ type: 'logo', ext: 'svg' }] });
  const begun = await send({ path: `${branding}/assets/init`, headers, body: files, from });
  if (begun.status !== 200 && begun.status !== 201) return;
  const { versionHint, uploads } = JSON.parse(begun.body);
  const { pathname, search } = new URL(uploads[0].uploadUrl);
  const type = { 'content-type': 'image/svg+xml' };
  await send({ method: 'PUT', path: pathname + search, headers: type, body: drawing, from });
  const assets = { logo: uploads[0].finalUrl };
  const useDefault = { neutral: true, primary: true, sidebar: true, logo: false, favicon: true };
  const body = JSON.stringify({ versionHint, useDefault, assets });
  await counted(send({ path: `${branding}/confirm`, headers, body, from }));
}

/** Tries to sign in as hundreds of people at once, each with a wrong password. */
const signIns = () =>
  Promise.all(
    Array.from({ length: 420 }, (_, at) =>
      send({
        path: '/api/auth/login',
        body: JSON.stringify({ email: `nobody-${at}@staff.example`, password: 'a wrong password' }),
        from: '127.0.0.5',
      }),
    ),
  );

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** As many buckets as a question may fill, for each of as many groups as the attacker has contacts. */
const question = JSON.stringify({
  eventType: 'contact.created',
  timeRange: { from: daysFromNow(-400), to: daysFromNow(1) },
  granularity: 'HOUR',
  groupBy: [{ field: 'entityId' }, { field: 'actorId' }],
  aggregations: [{ function: 'COUNT' }],
  fillEmpty: true,
  limit: 10_000,
});
/** The statuses that heavy questions were answered with: one that is refused would be no attack. */
const answered: number[] = [];
/** Asks the dearest question that is allowed, and notes what it was answered with. */
const heavyQuestion = (headers: Headers) => async () => {
  const { status } = await counted(
    send({ path: '/api/analytics/query', headers, body: question, from: '127.0.0.6' }),
  );
  answered.push(status);
};

/** Says what a user of another firm does meanwhile, once around. */
async function work(agent: Agent, contactUuid: string): Promise<Outcome[]> {
  const own = { headers: victim.adviser, from: '127.0.0.1' };
  const small = JSON.stringify({
    eventType: 'contact.created',
    timeRange: { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
    aggregations: [{ function: 'COUNT' }],
  });
  return [
    await ask({ method: 'GET', path: `/api/contacts/${contactUuid}`, ...own }, agent),
    await ask({ method: 'GET', path: '/api/contacts?size=20', ...own }, agent),
    await ask({ path: '/api/contacts', body: JSON.stringify(victim.contact), ...own }, agent),
    await ask({ path: '/api/analytics/query', body: small, ...own }, agent),
  ];
}

/** Works for some seconds, and on a slow machine for longer: one time around says nothing. */
async function workFor(forSeconds: number, agent: Agent, contactUuid: string) {
  const outcomes: Outcome[] = [];
  const until = performance.now() + forSeconds * 1_000;
  for (let times = 0; times < leastTimes || performance.now() < until; times += 1)
    outcomes.push(...(await work(agent, contactUuid)));
  return outcomes;
}
const leastTimes = 4;

test('slow bodies, validation bombs, hostile drawings, sign-ins by the hundred and heavy questions of one firm leave another firm’s requests quick', async () => {
  const { call, contact, adviser } = victim;
  const { body: made } = await call('POST', '/api/contacts', contact, adviser);
  for (let at = 0; at < 20; at += 1)
    await attacker.call('POST', '/api/contacts', attacker.contact, attacker.adviser);
  const tenantUuid = attacker.adviser['x-tenant-uuid'] ?? '';
  const administrator = { ...attacker.root, 'x-tenant-uuid': tenantUuid };
  const agent = new Agent({ keepAlive: true });
  const usual = { path: '/api/contacts?size=20', headers: attacker.adviser, from: '127.0.0.7' };
  const crowd = repeat(24, () => send({ method: 'GET', ...usual }));
  const amid = await workFor(seconds / 2, agent, made.contactUuid);
  attacking = false;
  await crowd;
  attacking = true;
  const attacks = [
    slowBodies(),
    repeat(heavyAtOnce.bombs, validationBomb(attacker.adviser)),
    repeat(heavyAtOnce.drawings, () => drawingBomb(administrator)),
    repeat(1, signIns),
    repeat(heavyAtOnce.questions, heavyQuestion(attacker.adviser)),
  ];
  await expect.poll(() => sockets.length).toBeGreaterThanOrEqual(1_010);
  const outcomes = await workFor(seconds, agent, made.contactUuid);
  attacking = false;
  await Promise.all(attacks);
  const paths = [...new Set(outcomes.map(({ what }) => what))];
  for (const path of paths)
    process.stdout.write(
      `attacks: ${path} ${JSON.stringify(latencies(outcomes, path))}, amid usual requests ${JSON.stringify(latencies(amid, path))}\n`,
    );
  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await fetch(`${atrium.address}/health/live`)).status).toBe(200);
  // An attack has many callers; it costs others not much more than as many who do what is usual.
  expect(latencies(outcomes).p50).toBeLessThan(mostTimes * latencies(amid).p50);
  // Nobody waits behind all of the attack: in the order of arrival each question would wait for twenty.
  const { bombs, drawings, questions } = heavyAtOnce;
  const most = Math.max(...outcomes.map((each) => each.heavyMeanwhile));
  process.stdout.write(`attacks: at most ${most} heavy answers while one of the others waits\n`);
  expect(most).toBeLessThan(bombs + drawings + questions);
  expect(answered).toContain(200);
  expect(answered.filter((status) => status >= 400 && status !== 429 && status !== 503)).toEqual(
    [],
  );
});

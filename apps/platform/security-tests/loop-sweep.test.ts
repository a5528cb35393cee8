import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../test-support/client.ts';
import { uuidOf } from '../test-support/meeting-world.ts';
import { world } from '../test-support/world.ts';
import { validBody } from './bodies.ts';
import { call } from './calls.ts';
import { type Operation, operationsOf } from './operations.ts';
import { openTenantFixture } from './tenant-fixture.ts';

/**
 * Measures for each operation, in a firm of 30,000 contacts whose administrator has 5,000 meetings,
 * the longest that one turn of the event loop computes for one request: processor time of the thread,
 * so that what else the machine does is not in it. Beside it the longest that another request would wait
 * for its turn, in which that is. `npm run test:soak -- loop` asserts both limits, of the median of three.
 */
const [mostMs, mostWaitMs] = [
  Number(process.env.LOOP_MS ?? 0),
  Number(process.env.LOOP_WAIT_MS ?? 0),
];
const [contactCount, meetingCount, rounds] = [30_000, 5_000, 3];

const w = await world({}, { own: true });
const mine = await openTenantFixture(w);
const admin = mine.callers.TENANT_ADMIN;
const operations = operationsOf(w.app).filter(({ path }) => !path.startsWith('/api/analytics/'));

/** These end the firm or the callers of the others. */
const leftOut = new Set([
  'streamChanges',
  'purgeTenant',
  'deleteTenant',
  'logout',
  'updateTenantSecurity',
]);

const copies = async (table: string, key: string, uuid: string, count: number, changes: string) => {
  const [{ names }] = await w.sql<[{ names: string }]>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = ${table} and is_generated = 'NEVER'`;
  for (let from = 1; from <= count; from += 1_000)
    await w.db.asPlatform((tx) =>
      tx.unsafe(
        `insert into ${table} (${names}) select ${names} from (
           select (jsonb_populate_record(r, jsonb_build_object('${key}', gen_random_uuid()) || ${changes})).*
             from ${table} r, generate_series($2::int, $3::int) step where r.${key} = $1) copies`,
        [uuid, from, Math.min(count, from + 999)],
      ),
    );
};

beforeAll(async () => {
  if (mostMs === 0) return;
  const contactUuid = await mine.value('contactUuid');
  await copies(
    'contacts',
    'contact_uuid',
    contactUuid,
    contactCount,
    `jsonb_build_object('contact_compliance_uuid', gen_random_uuid(), 'household_uuids', '{}'::uuid[],
       'first_name', 'Rosa ' || step % 9000, 'preferred_email', 'c' || step % 20000 || '@x.example',
       'created_at', r.created_at - step * interval '1 minute')`,
  );
  const meetingUuid = await mine.value('meetingUuid');
  await copies(
    'meetings',
    'meeting_uuid',
    meetingUuid,
    meetingCount,
    `jsonb_build_object('ical_uid', 'copy-' || step, 'host_uuid', '${uuidOf(admin)}',
       'description', repeat('á', 2000), 'meeting_information', repeat('b', 2000),
       'starts_at', now() + (step - 2500) * interval '90 minutes',
       'ends_at', now() + (step - 2500) * interval '90 minutes' + interval '1 hour')`,
  );
}, 900_000);

type Turn = { ms: number; waitMs: number };

/**
 * Runs work and returns the most processor time that one turn of the event loop took, and the longest time
 * between two turns, in milliseconds.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<Turn> {
  let [ms, waitMs, isOver] = [0, 0, false];
  let [last, lastAt] = [process.threadCpuUsage(), performance.now()];
  const turn = () => {
    const [now, at] = [process.threadCpuUsage(), performance.now()];
    ms = Math.max(ms, (now.user + now.system - last.user - last.system) / 1_000);
    waitMs = Math.max(waitMs, at - lastAt);
    [last, lastAt] = [now, at];
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  await new Promise((done) => setImmediate(done));
  return { ms, waitMs };
}

/**
 * Prepares work and runs it: once for what is compiled by that, and then some times. Returns the medians of
 * the work.
 */
async function medianTurn(prepare: () => Promise<() => Promise<unknown>>): Promise<Turn> {
  const turns: Turn[] = [];
  for (let round = 0; round <= rounds; round++) turns.push(await longestTurn(await prepare()));
  const median = (of: (turn: Turn) => number) =>
    turns
      .slice(1)
      .map(of)
      .sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return { ms: median(({ ms }) => ms), waitMs: median((each) => each.waitMs) };
}

/** The same caller, whose answers nobody reads. */
function unread({ identity }: Client): Client {
  const send = async (method: InjectOptions['method'], url: string, body?: unknown, more = {}) => {
    const headers = { ...identity, ...more };
    const payload = body === undefined ? {} : { payload: body as object };
    const { statusCode } = await w.app.inject({ method, url: withSize(url), headers, ...payload });
    return { status: statusCode, body: null, headers: {} };
  };
  return {
    identity,
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body, headers) => send('POST', url, body, headers),
    put: (url, body, headers) => send('PUT', url, body, headers),
    patch: (url, body, headers) => send('PATCH', url, body, headers),
    delete: (url, body, headers) => send('DELETE', url, body, headers),
    with: (headers) => unread(admin.with(headers)),
    at: (address) => unread(admin.at(address)),
  };
}

/** Asks for the largest page, where that means anything. */
const withSize = (url: string) => `${url}${url.includes('?') ? '&' : '?'}size=100`;

/** Returns a day so many from today, as the meetings are laid around it. */
const day = (days: number) => `${Temporal.Now.plainDateISO('UTC').add({ days })}T00:00:00`;

/** What takes most of an operation: the longest lists and times that it takes. */
const most: Record<string, object> = {
  findAvailableSlots: {
    userUuids: [uuidOf(admin)],
    startDateTime: day(-30),
    endDateTime: day(29),
    durationMinutes: 30,
    timezone: 'America/Santiago',
    workingHours: { start: '09:00', end: '18:00', days: [1, 2, 3, 4, 5] },
  },
  checkAvailability: {
    userUuids: [uuidOf(admin)],
    startDateTime: day(-160),
    endDateTime: day(160),
    timezone: 'America/Santiago',
    includeBusy: true,
  },
};

function measure(operation: Operation): Promise<Turn> {
  const caller = operation.roles ? mine.callerOf(operation) : w.anonymous;
  return medianTurn(async () => {
    await forgetEndpoints();
    const path = await mine.pathOf(operation);
    const body = most[operation.operationId] ?? (await validBody(operation, mine, path));
    const paged = body && /^\/api\/v2\/\w+$/.test(operation.path) ? { ...body, size: 100 } : body;
    return () => call(unread(caller), operation, path, paged);
  });
}

/** Deletes the webhook endpoints of earlier rounds: a firm has twenty at most. */
async function forgetEndpoints(): Promise<void> {
  const kept = await mine.value('endpointUuid');
  await w.db.asPlatform(
    (tx) => tx`
      update webhook_endpoints set deleted_at = now()
       where tenant_uuid = ${mine.tenantUuid} and endpoint_uuid <> ${kept}`,
  );
}

test.runIf(mostMs > 0)(
  'no request computes for long in one turn of the event loop (measured by test:soak)',
  { timeout: 900_000 },
  async () => {
    const measured: ({ name: string } & Turn)[] = [];
    for (const operation of operations)
      if (!leftOut.has(operation.operationId))
        measured.push({ name: operation.operationId, ...(await measure(operation)) });
    const feed = new URL((await admin.post('/api/v1/calendar/feed')).body.url).pathname;
    for (const url of [feed, '/api/contacts?sort=readinessStatus,desc', '/api/contacts?page=299'])
      measured.push({
        name: url.slice(0, 40),
        ...(await medianTurn(
          async () => () => unread(url === feed ? w.anonymous : admin).get(url),
        )),
      });
    for (const [what, of] of [
      ['processor time', ({ ms }: Turn) => ms],
      ['others wait', ({ waitMs }: Turn) => waitMs],
    ] as const) {
      const sorted = measured.toSorted((one, other) => of(other) - of(one)).slice(0, 15);
      const figures = sorted.map((each) => `${each.name} ${of(each).toFixed(0)}`);
      process.stdout.write(`loop: ${what} in ms, of ${measured.length}: ${figures.join(', ')}\n`);
    }
    expect(measured.filter(({ ms }) => ms > mostMs)).toEqual([]);
    expect(measured.filter(({ waitMs }) => waitMs > mostWaitMs)).toEqual([]);
  },
);

import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../test-support/client.ts';
import { uuidOf } from '../test-support/meeting-world.ts';
import { world } from '../test-support/world.ts';
import { validBody } from './bodies.ts';
import { call, highest } from './calls.ts';
import { type Operation, operationsOf } from './operations.ts';
import { openTenantFixture } from './tenant-fixture.ts';

/**
 * Measures for each operation, in a firm of 30,000 contacts whose administrator has 5,000 meetings,
 * the longest that one turn of the event loop computes for one request: processor time of the thread,
 * so that what else the machine does is not in it. `npm run test:soak -- loop` asserts the limit.
 */
const mostMs = Number(process.env.LOOP_MS ?? 0);
const [contactCount, meetingCount, rounds] = [30_000, 5_000, 3];

const w = await world({}, { own: true });
const mine = await openTenantFixture(w);
const admin = mine.callers.TENANT_ADMIN;
const operations = operationsOf(w.app).filter(({ path }) => !path.startsWith('/api/analytics/'));

/** These end the firm or the callers of the others. */
const leftOut = new Set(['purgeTenant', 'deleteTenant', 'logout', 'updateTenantSecurity']);

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

/** Runs work and returns the most processor time that one turn of the event loop took, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  let last = process.threadCpuUsage();
  const turn = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1_000);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  await new Promise((done) => setImmediate(done));
  return longest;
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
    delete: (url, body, headers) => send('DELETE', url, body, headers),
    with: (headers) => unread(admin.with(headers)),
  };
}

/** Asks for the largest page, where that means anything. */
const withSize = (url: string) => `${url}${url.includes('?') ? '&' : '?'}size=100`;

/** What takes most of an operation: the longest lists and times that it takes. */
const most: Record<string, object> = {
  findAvailableSlots: {
    userUuids: [uuidOf(admin)],
    startDateTime: '2026-10-01T00:00:00',
    endDateTime: '2026-11-29T00:00:00',
    durationMinutes: 30,
    timezone: 'America/Santiago',
    workingHours: { start: '09:00', end: '18:00', days: [1, 2, 3, 4, 5] },
  },
};

async function measure(operation: Operation): Promise<number> {
  const turns: number[] = [];
  const caller = operation.roles ? mine.callers[highest(operation)] : w.anonymous;
  for (let round = 0; round <= rounds; round++) {
    const path = await mine.pathOf(operation);
    const body = most[operation.operationId] ?? (await validBody(operation, mine, path));
    const paged = body && /^\/api\/v2\/\w+$/.test(operation.path) ? { ...body, size: 100 } : body;
    const turn = await longestTurn(() => call(unread(caller), operation, path, paged));
    // The first compiles.
    if (round > 0) turns.push(turn);
  }
  return turns.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

test.runIf(mostMs > 0)(
  'no request computes for long in one turn of the event loop (measured by test:soak)',
  { timeout: 900_000 },
  async () => {
    const measured: [name: string, ms: number][] = [];
    for (const operation of operations)
      if (!leftOut.has(operation.operationId))
        measured.push([operation.operationId, await measure(operation)]);
    const feed = new URL((await admin.post('/api/v1/calendar/feed')).body.url).pathname;
    for (const url of [feed, '/api/contacts?sort=readinessStatus,desc', '/api/contacts?page=299'])
      measured.push([
        url.slice(0, 40),
        await longestTurn(() => unread(url === feed ? w.anonymous : admin).get(url)),
      ]);
    const sorted = measured.sort(([, one], [, other]) => other - one);
    const figures = sorted.slice(0, 20).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
    process.stdout.write(`loop: of ${sorted.length}, in ms: ${figures.join(', ')}\n`);
    expect(sorted.filter(([, ms]) => ms > mostMs)).toEqual([]);
  },
);

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { leastWorkOf } from '../../../packages/kit/test-support/work-of.ts';
import { type BadRequest, badRequests, type GoodRequest } from './bad-input.ts';
import { validBody } from './bodies.ts';
import { requiredQuery } from './calls.ts';
import { fingerprint, newestWrite, untilAtRest } from './fingerprint.ts';
import { personalDataIn } from './log-watch.ts';
import { type Operation, operationsOf } from './operations.ts';
import { problemFaults, scimFaults } from './problem-faults.ts';
import { openTenantFixture, type TenantFixture } from './tenant-fixture.ts';
import { worldWithAnalytics } from './world-with-analytics.ts';

/** The number of requests to each operation; `npm run test:soak` sends hundreds. */
const rounds = Number(process.env.SWEEP_ROUNDS ?? 12);
const seed = Number(process.env.SWEEP_SEED ?? 20_260);
/** What no request may take, in times of what the text of a megabyte takes to be read. */
const mostWork = 200;

const log: string[] = [];
const w = await worldWithAnalytics(
  { LOG_LEVEL: 'debug' },
  // Mails that go out meanwhile would look like something that a request changed.
  { logTo: { write: (line) => void log.push(line) }, idle: ['mails'] },
);
const mine = await openTenantFixture(w);
// Signing out would end the caller, and an answer that goes on would not come to an end.
const leftOut = ['logout', 'streamChanges'];
const operations = operationsOf(w.app).filter((each) => !leftOut.includes(each.operationId));
const sent = new Map<number, number>();

describe('bad input', () => {
  // Twice, because the second time the tables are warm and the records used up.
  test.each(operations.map((each) => [each.name, each] as const))(
    '%s',
    async (_name, operation) => {
      const good = await goodRequest(operation);
      let state = await stateOf(operation);
      await fc.assert(
        fc.asyncProperty(badRequests(operation, good), async (request) => {
          const answer = await send(operation, request);
          const after = await stateOf(operation, state);
          const changed = answer.status >= 400 ? differing(state, after) : [];
          state = after;
          expect(answer.faults).toEqual([]);
          // A worker in the background may have written meanwhile: then it does not happen again.
          if (changed.length > 0) expect(await changedAgain(operation, request)).toEqual([]);
        }),
        { numRuns: rounds, seed, endOnFailure: rounds > 50, interruptAfterTimeLimit: 600_000 },
      );
    },
    630_000,
  );

  test('left the process as it was, and the prototypes too', () => {
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect([w.analytics.exitCode, w.analytics.signalCode]).toEqual([null, null]);
    const [refused = 0, all = 0] = [...sent].reduce(
      ([r, a], [status, count]) => [r + (status >= 400 ? count : 0), a + count],
      [0, 0],
    );
    process.stdout.write(
      `${all} requests, ${refused} refused: ${JSON.stringify(Object.fromEntries([...sent].sort()))}\n`,
    );
    // A sweep that never gets past the door, or never is refused, tests nothing.
    expect(refused / all).toBeGreaterThan(0.3);
    expect(refused / all).toBeLessThan(0.95);
  });

  test('left nobody’s name, address, password or token in the logs', () => {
    expect(personalDataIn([...log, ...w.analyticsLog], [mine])).toEqual([]);
    expect(log.length).toBeGreaterThan(rounds * 10);
  });
});

let spare: TenantFixture;
beforeAll(async () => {
  spare = await openTenantFixture(w);
});

/** Returns a call that succeeds and does no lasting harm: tenants are changed but never removed. */
async function goodRequest(operation: Operation): Promise<GoodRequest> {
  const rootOnly = operation.roles?.length === 1 && operation.method !== 'GET';
  const removes = rootOnly && (operation.method === 'DELETE' || operation.path.endsWith('/delete'));
  const tenant = rootOnly ? spare : mine;
  const path = await tenant.pathOf(operation);
  const body = await validBody(operation, tenant, path);
  const nowhere = Object.fromEntries(Object.keys(path).map((name) => [name, randomUUID()]));
  return {
    path: removes ? nowhere : path,
    query: requiredQuery(operation),
    body: removes && body ? { ...body, tenantUuid: randomUUID() } : body,
  };
}

type Checked = { status: number; faults: string[] };

async function send(operation: Operation, request: BadRequest): Promise<Checked> {
  const client = operation.roles ? mine.callerOf(operation) : w.anonymous;
  const address = operation.path.replace(/\{(\w+)\}/g, (_all, name) => request.path[name] ?? '');
  const options: InjectOptions = {
    method: operation.method,
    url: request.query ? `${address}?${request.query}` : address,
    headers: { ...client.identity, ...request.headers },
    ...(request.body === undefined ? {} : { payload: request.body }),
  };
  const { answer: response, work } = await leastWorkOf(() => w.app.inject(options), mostWork);
  const { statusCode: status, headers, body } = response;
  sent.set(status, (sent.get(status) ?? 0) + 1);
  // The token endpoint fails as OAuth has it: see token.test.ts.
  const isOAuth = operation.operationId === 'issueToken';
  const faultsOf = operation.isForMachines ? scimFaults : problemFaults;
  const faults = isOAuth ? [] : faultsOf({ status, headers, body });
  if (status >= 500 && !stated(operation, body))
    faults.push(
      `${status}: ${body.slice(0, 300)} ${log.findLast((line) => line.includes('"error"'))}`,
    );
  if (status >= 200 && status < 500 && !expected(operation).has(status))
    faults.push(`${status} is not declared: ${body.slice(0, 200)}`);
  if (headers['set-cookie']) faults.push('sets a cookie');
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('lets types be guessed');
  // Waiting ends by the limits of the database and of analytics, which are a 503.
  if (work > mostWork) faults.push(`took ${Math.round(work)} times a megabyte of JSON`);
  return { status, faults };
}

/**
 * The one failure of the server that the contract states: a question that cannot be computed. And
 * analytics may say on a busy machine to come again.
 */
const stated = ({ operationId, path }: Operation, body: string) =>
  (operationId.startsWith('queryAnalytics') && body.includes('"QUERY_EXECUTION_FAILED"')) ||
  (path.startsWith('/api/analytics/') && /"(OVERLOADED|UNAVAILABLE)"/.test(body));

/** Returns the statuses that an operation declares, and those of requests that reach none. */
const expected = ({ statuses }: Operation): ReadonlySet<number> => new Set([...statuses, 405, 414]);

type State = { newest: string; tables: Record<string, string> };

/** The database as far as the operation may not change it by a request that it refuses. */
async function stateOf({ operationId }: Operation, last?: State): Promise<State> {
  const newest = await newestWrite(w.db);
  if (newest === last?.newest) return last;
  const {
    contact_imports: _i,
    contact_import_rows: _r,
    password_tokens: _p,
    ...tables
  } = await fingerprint(w.db);
  // An attempt that failed is recorded.
  if (operationId === 'login') delete tables.events;
  return { newest, tables };
}

const differing = ({ tables: before }: State, { tables: after }: State) =>
  Object.keys(after).filter((table) => before[table] !== after[table]);

async function changedAgain(operation: Operation, request: BadRequest): Promise<string[]> {
  await untilAtRest(w.db, mine.tenantUuid);
  const before = await stateOf(operation);
  const { status } = await send(operation, request);
  return status >= 400 ? differing(before, await stateOf(operation, before)) : [];
}

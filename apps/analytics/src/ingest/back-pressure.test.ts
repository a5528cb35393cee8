import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';
import { StoreError } from '../store/store.ts';
import { createBacklog } from './backlog.ts';
import { createEventBudget } from './event-budget.ts';

let atrium: World;
const url = '/api/analytics/events';
const event = (tenantId: string) => ({ eventType: 'flood', tenantId });

beforeAll(async () => {
  atrium = await world({
    ANALYTICS_BACKLOG_EVENTS: '1000',
    RATE_LIMITS: 'on',
    RATE_LIMIT_EVENTS_PER_MINUTE: '700',
    RATE_LIMIT_HISTORY_PER_MINUTE: '1500',
    LIMIT_UNFINISHED_PER_ADDRESS: '1000',
  });
});
afterAll(() => atrium[Symbol.asyncDispose]());

/** Makes the store refuse everything until the returned function is called. */
function breakStore(): () => void {
  const { writer } = atrium.running.store;
  const { command, load } = writer;
  const refuse = async () => {
    throw new StoreError(999, undefined);
  };
  Object.assign(writer, { command: refuse, load: refuse });
  return () => void Object.assign(writer, { command, load });
}

test('while the store is down events are durable, beyond that 503, and later all are there', async () => {
  const [flooding, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
  const flood = await atrium.as(flooding);
  const other = await atrium.as(quiet);
  const mend = breakStore();
  // A few at a time: of a crowd a slow process turns some away for the crowd's sake.
  const answers: Awaited<ReturnType<typeof flood>>[] = [];
  while (answers.length < 600) {
    const some = Array.from({ length: 20 }, () => flood('POST', url, event(flooding)));
    answers.push(...(await Promise.all(some)));
  }
  const taken = answers.filter(({ status }) => status === 202).length;
  expect(taken).toBe(500);
  const refused = answers.find(({ status }) => status !== 202);
  expect([refused?.status, refused?.body.code]).toEqual([503, 'OVERLOADED']);
  expect(refused?.headers['retry-after']).toBe('2');
  expect((await other('POST', url, event(quiet))).status).toBe(202);

  mend();
  await atrium.running.ingestor.settled(flooding);
  const { body } = await flood('POST', '/api/analytics/query', countOf('flood'));
  expect(body.rows).toEqual([{ values: [taken] }]);
});

/** Spends what tenants of its own may in a minute: where a minute ended amid that, in the next one again. */
const inOneMinute = (spend: () => Promise<void>) => vi.waitFor(spend, { timeout: 60_000 });

test('a tenant over its events a minute gets 429 with Retry-After; the platform has no such limit', async () => {
  const batchOf = (tenantId: string) => ({
    events: Array.from({ length: 400 }, () => event(tenantId)),
  });
  await inOneMinute(async () => {
    const tenant = crypto.randomUUID();
    const adviser = await atrium.as(tenant);
    expect((await adviser('POST', `${url}/batch`, batchOf(tenant))).status).toBe(200);
    const over = await adviser('POST', `${url}/batch`, batchOf(tenant));
    expect([over.status, over.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect(over.headers['ratelimit-remaining']).toBe('300');
  });
  const relay = await atrium.as(crypto.randomUUID(), 'SYSTEM_ADMIN');
  const batch = batchOf(crypto.randomUUID());
  expect((await relay('POST', `${url}/batch`, batch)).status).toBe(200);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const batchOf = (tenantId: string, ...ages: (number | null)[]) => ({
  events: Array.from({ length: 400 }, (_, at) => {
    const hours = ages[at % ages.length];
    return { ...event(tenantId), ...(hours == null ? {} : { occurredAt: hoursAgo(hours) }) };
  }),
});

test('old events in batches of a credential have a budget of their own, which ends as the other', async () => {
  await inOneMinute(async () => {
    const tenant = crypto.randomUUID();
    const machine = await atrium.machineOf(tenant);
    const send = (...ages: (number | null)[]) =>
      machine('POST', `${url}/batch`, batchOf(tenant, ...ages));
    expect((await send(0)).status).toBe(200);
    expect((await send(1)).status).toBe(429);
    for (const ages of [[25], [26, 9_000], [48]]) expect((await send(...ages)).status).toBe(200);
    const over = await send(25);
    expect([over.status, over.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect(over.headers['ratelimit-limit']).toBe('1500');
  });
});

test.each([
  ['with one that is younger than a day', 'MACHINE', [25, 23]],
  ['with one that has no time', 'MACHINE', [25, null]],
  ['that a person sends', 'PERSON', [25]],
] as const)('A batch of old events %s counts as any other', async (_, sender, ages) => {
  await inOneMinute(async () => {
    const tenant = crypto.randomUUID();
    const caller = await (sender === 'MACHINE' ? atrium.machineOf(tenant) : atrium.as(tenant));
    const send = () => caller('POST', `${url}/batch`, batchOf(tenant, ...ages));
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
  });
});

test('the events of a batch that are refused do not make it young', async () => {
  const tenant = crypto.randomUUID();
  const machine = await atrium.machineOf(tenant);
  const { events } = batchOf(tenant, 25);
  const bad = [{ eventType: 'flood' }, { ...event(tenant), occurredAt: 'yesterday' }];
  for (let sent = 0; sent < 3; sent += 1) {
    const { status, body } = await machine('POST', `${url}/batch`, { events: [...events, ...bad] });
    expect([status, body.accepted, body.rejected]).toEqual([200, 400, 2]);
  }
});

test('the minute of a budget ends', () => {
  let now = 0;
  const spend = createEventBudget(10, () => now);
  spend('a', 10);
  expect(() => spend('a', 1)).toThrow('At most 10 events a minute');
  spend('b', 10);
  now = 60_000;
  spend('a', 10);
});

test('one tenant can fill half of the backlog, and what is stored makes room', () => {
  const backlog = createBacklog({ maxEvents: 4, maxBytes: 1_000 });
  const row = (tenantId: string) => ({ tenantId, eventId: 'e', line: 'line' });
  backlog.admit([row('a'), row('a')]);
  expect(() => backlog.admit([row('a')])).toThrow('More events are waiting');
  backlog.admit([row('b'), row('c')]);
  expect(() => backlog.admit([row('d')])).toThrow('More events are waiting');
  backlog.release(row('a'));
  backlog.admit([row('a')]);
  expect(backlog.events).toBe(4);
});

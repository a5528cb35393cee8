import { afterAll, beforeAll, expect, test } from 'vitest';
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
    LIMIT_UNFINISHED_PER_ADDRESS: '1000',
  });
});
afterAll(() => atrium[Symbol.asyncDispose]());

/** Makes the store refuse everything until the returned function is called. */
function breakStore(): () => void {
  const { writer } = atrium.running.store;
  const { command } = writer;
  writer.command = async () => {
    throw new StoreError(999, undefined);
  };
  return () => {
    writer.command = command;
  };
}

test('while the store is down events are durable, beyond that 503, and later all are there', async () => {
  const [flooding, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
  const flood = await atrium.as(flooding);
  const other = await atrium.as(quiet);
  const mend = breakStore();
  const answers = await Promise.all(
    Array.from({ length: 600 }, () => flood('POST', url, event(flooding))),
  );
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

test('a tenant over its events a minute gets 429 with Retry-After; the platform has no such limit', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const batch = { events: Array.from({ length: 400 }, () => event(tenant)) };
  expect((await adviser('POST', `${url}/batch`, batch)).status).toBe(200);
  const over = await adviser('POST', `${url}/batch`, batch);
  expect([over.status, over.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
  expect(over.headers['ratelimit-remaining']).toBe('300');
  const relay = await atrium.as(crypto.randomUUID(), 'SYSTEM_ADMIN');
  expect((await relay('POST', `${url}/batch`, batch)).status).toBe(200);
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

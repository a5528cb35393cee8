import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreError } from '../store/store.ts';
import { countOf, type World, world } from '../world.ts';

let atrium: World;
const url = '/api/analytics/events/batch';
const eventOf = (tenantId: string, eventType: string) => ({
  eventType,
  tenantId,
  eventId: crypto.randomUUID(),
});
const eventsOf = (count: number, ...of: [string, string]) =>
  Array.from({ length: count }, () => eventOf(...of));

beforeAll(async () => {
  atrium = await world({ ANALYTICS_BACKLOG_EVENTS: '2000' });
});
afterAll(() => atrium[Symbol.asyncDispose]());

/** Counts what is written to the tables until the returned function is called. */
function countLoads(): () => string[] {
  const { writer } = atrium.running.store;
  const { load } = writer;
  const tables: string[] = [];
  writer.load = async (table, lines) => {
    tables.push(table);
    await load(table, lines);
  };
  return () => {
    writer.load = load;
    return tables;
  };
}

test('batches of new events are answered when durable and stored together, and a question sees them', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const loads = countLoads();
  const batches = Array.from({ length: 6 }, () => eventsOf(50, tenant, 'gathered'));
  for (const events of batches)
    expect((await adviser('POST', url, { events })).body).toMatchObject({ accepted: 50 });
  const { body } = await adviser('POST', '/api/analytics/query', countOf('gathered'));
  expect(body.rows).toEqual([{ values: [300] }]);
  expect(loads().filter((table) => table === 'events')).toHaveLength(1);
});

test('repeats are told apart while the first still waits, when it is stored and after a restart', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const [first, second, third] = eventsOf(3, tenant, 'repeated');
  const send = async (...events: unknown[]) =>
    (await adviser('POST', url, { events })).body.results.map(
      ({ status }: { status: string }) => status,
    );
  expect(await send(first)).toEqual(['accepted']);
  expect(await send(second, first, second)).toEqual(['accepted', 'duplicate', 'duplicate']);
  expect(await send(first, third)).toEqual(['duplicate', 'accepted']);
  await atrium.restart();
  expect(await send(third, ...eventsOf(1, tenant, 'repeated'))).toEqual(['duplicate', 'accepted']);
  const { body } = await adviser('POST', '/api/analytics/query', countOf('repeated'));
  expect(body.rows).toEqual([{ values: [4] }]);
});

test('of one batch sent 30 times at once each event is accepted once', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const events = eventsOf(20, tenant, 'raced');
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => adviser('POST', url, { events })),
  );
  const sum = (key: string) => answers.reduce((all, { body }) => all + body[key], 0);
  expect([sum('accepted'), sum('duplicates'), sum('rejected')]).toEqual([20, 580, 0]);
  const { body } = await adviser('POST', '/api/analytics/query', countOf('raced'));
  expect(body.rows).toEqual([{ values: [20] }]);
});

test('when the store lags, batches wait for it', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  await adviser('POST', url, { events: eventsOf(1, tenant, 'lagging') });
  await adviser('POST', '/api/analytics/query', countOf('lagging'));
  const { writer } = atrium.running.store;
  const { load } = writer;
  const mended = Promise.withResolvers<void>();
  writer.load = async (table, lines) => {
    await mended.promise;
    await load(table, lines);
  };
  let answered = 0;
  const sent = Array.from({ length: 9 }, async () => {
    const answer = await adviser('POST', url, { events: eventsOf(100, tenant, 'lagging') });
    answered += 1;
    return answer.status;
  });
  const metrics = async () => (await atrium.running.app.inject('/metrics')).body;
  await expect.poll(metrics).toContain('analytics_backlog_events 900');
  await expect.poll(() => answered).toBe(5);
  mended.resolve();
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  writer.load = load;
  const { body } = await adviser('POST', '/api/analytics/query', countOf('lagging'));
  expect(body.rows).toEqual([{ values: [901] }]);
});

test('an event sent by itself and in batches at once is stored once', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const events = eventsOf(30, tenant, 'mixed');
  await Promise.all(
    events.flatMap((event) => [
      adviser('POST', url, { events: [event, ...eventsOf(1, tenant, 'other')] }),
      adviser('POST', '/api/analytics/events', event),
      adviser('POST', '/api/analytics/query', countOf('mixed')),
      adviser('POST', url, { events: [event] }),
    ]),
  );
  const { body } = await adviser('POST', '/api/analytics/query', countOf('mixed'));
  expect(body.rows).toEqual([{ values: [30] }]);
});

test('a batch waits for the store when it cannot be asked', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const { control } = atrium.running.store;
  const { select } = control;
  control.select = async () => {
    throw new StoreError(999, undefined);
  };
  const { body } = await adviser('POST', url, { events: eventsOf(3, tenant, 'unasked') });
  control.select = select;
  expect(body).toMatchObject({ accepted: 3 });
});

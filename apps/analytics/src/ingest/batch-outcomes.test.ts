import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';
import { StoreError } from '../store/store.ts';

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
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

test('repeats are told apart in a batch, between batches and after a restart', async () => {
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

test('while the store is away a batch is answered when it is durable, and counts once later', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const { writer } = atrium.running.store;
  const { load } = writer;
  writer.load = async () => {
    throw new StoreError(999, undefined);
  };
  const events = eventsOf(3, tenant, 'away');
  expect((await adviser('POST', url, { events })).body).toMatchObject({ accepted: 3 });
  writer.load = load;
  expect((await adviser('POST', url, { events })).body).toMatchObject({ duplicates: 3 });
  const { body } = await adviser('POST', '/api/analytics/query', countOf('away'));
  expect(body.rows).toEqual([{ values: [3] }]);
});

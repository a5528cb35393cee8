import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';

let atrium: World;
const tenant = crypto.randomUUID();
const url = '/api/analytics/events';

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

async function count(eventType: string, of = tenant): Promise<number> {
  const adviser = await atrium.as(of);
  const { body } = await adviser('POST', '/api/analytics/query', countOf(eventType));
  return body.rows[0].values[0];
}

test('the same event sent 50 times at once is 50 times 202 and stored once', async () => {
  const adviser = await atrium.as(tenant);
  const event = { eventType: 'race', tenantId: tenant, eventId: crypto.randomUUID() };
  const answers = await Promise.all(Array.from({ length: 50 }, () => adviser('POST', url, event)));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(202));
  expect(await count('race')).toBe(1);
});

test('the first wins, also when a repeat has another time, type or letter case', async () => {
  const adviser = await atrium.as(tenant);
  const first = { eventType: 'first', tenantId: tenant, eventId: crypto.randomUUID() };
  await adviser('POST', url, { ...first, occurredAt: '2020-05-01T00:00:00Z' });
  await adviser('POST', url, { ...first, occurredAt: '2026-05-01T00:00:00Z' });
  await adviser('POST', url, {
    ...first,
    eventType: 'second',
    eventId: first.eventId.toUpperCase(),
  });
  expect([await count('first'), await count('second')]).toEqual([1, 0]);
  const { body } = await adviser('POST', '/api/analytics/query', {
    ...countOf('first'),
    aggregations: [{ function: 'MIN', field: 'occurredAt' }],
  });
  expect(body.rows).toEqual([{ values: ['2020-05-01T00:00:00Z'] }]);
});

test('two tenants can use the same eventId', async () => {
  const [other, eventId] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const tenantId of [tenant, other])
    await (await atrium.as(tenantId))('POST', url, { eventType: 'shared.id', tenantId, eventId });
  expect([await count('shared.id'), await count('shared.id', other)]).toEqual([1, 1]);
});

test('a repeat after a restart is still a repeat', async () => {
  const event = { eventType: 'restart', tenantId: tenant, eventId: crypto.randomUUID() };
  const adviser = await atrium.as(tenant);
  await adviser('POST', url, event);
  await atrium.restart();
  expect((await adviser('POST', url, event)).status).toBe(202);
  const batch = await adviser('POST', `${url}/batch`, { events: [event] });
  expect(batch.body).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(await count('restart')).toBe(1);
});

test('an event whose identifier the service made counts once, also when it is sent again at once', async () => {
  const adviser = await atrium.as(tenant);
  const event = { eventType: 'made.id', tenantId: tenant };
  const first = await adviser('POST', `${url}/batch`, { events: [event] });
  const { eventId } = first.body.results[0];
  await adviser('POST', url, { ...event, eventId });
  const again = await adviser('POST', `${url}/batch`, { events: [{ ...event, eventId }] });
  expect(again.body).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(await count('made.id')).toBe(1);
});

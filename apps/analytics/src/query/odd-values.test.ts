import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';

let atrium: World;
const url = '/api/analytics/events/batch';

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

/** Sends events of one type to a tenant of their own, and answers how to ask for them. */
async function sent(eventType: string, events: object[]) {
  const tenantId = crypto.randomUUID();
  const adviser = await atrium.as(tenantId);
  const full = events.map((event) => ({ eventType, tenantId, ...event }));
  expect((await adviser('POST', url, { events: full })).body.accepted).toBe(events.length);
  const ask = (change: object) =>
    adviser('POST', '/api/analytics/query', { ...countOf(eventType), ...change });
  return { adviser, ask };
}
const values = (answer: { body: { rows: { values: unknown[] }[] } }) =>
  answer.body.rows.map((row) => row.values);

test('hour 24 is no time: not in an event, not in a range, and not in an attribute', async () => {
  const never = '2026-01-31T24:00:00Z';
  const { adviser, ask } = await sent('due', [
    { attributes: { due: never } },
    { attributes: { due: '2026-02-01T00:00:00Z' } },
  ]);
  const event = { eventType: 'due', tenantId: crypto.randomUUID(), occurredAt: never };
  const refused = await adviser('POST', '/api/analytics/events', event);
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'occurredAt']);
  for (const end of ['from', 'to']) {
    const timeRange = { from: '2026-01-01', to: '2026-03-01', [end]: never };
    const answer = await ask({ timeRange });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, `timeRange.${end}`]);
  }
  for (const [op, value] of [
    ['GTE', '2026-02-01T00:00:00Z'],
    ['LTE', '2026-02-01T00:00:00Z'],
  ])
    expect(values(await ask({ filters: [{ field: 'due', op, value }] }))).toEqual([[1]]);
});

test.each(['SUM', 'AVG'])(
  'a %s beyond what a number can be says so and is not answered',
  async (fn) => {
    const amounts = ['1e308', '1e308', '1e308', '5'];
    const { ask } = await sent(
      'paid',
      amounts.map((amount) => ({ attributes: { amount } })),
    );
    const aggregations = [{ function: fn, field: 'amount' }];
    const { status, body } = await ask({ aggregations });
    expect([status, body.code]).toEqual([500, 'QUERY_EXECUTION_FAILED']);
    expect(body.detail).toBe(`${fn} of amount is larger than a number can be (1.8e308)`);
    const filters = [{ field: 'amount', op: 'LT', value: 10 }];
    expect(values(await ask({ aggregations, filters }))).toEqual([[5]]);
  },
);

test('rows that are filled in stand where the sort puts them, times by time', async () => {
  const times = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.500Z', '2026-01-01T00:00:01Z'];
  const { ask } = await sent(
    'timed',
    times.map((occurredAt) => ({ occurredAt })),
  );
  const change = {
    timeRange: { from: '2026-01-01', to: '2026-01-02' },
    granularity: 'DAY',
    groupBy: [{ field: 'occurredAt' }],
  };
  for (const ascending of [true, false]) {
    const sort = [{ field: 'occurredAt', ascending }];
    const filled = await ask({ ...change, sort, fillEmpty: true });
    expect(filled.body.rows).toEqual((await ask({ ...change, sort })).body.rows);
    expect(values(filled).map(([, at]) => at)).toEqual(
      ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:01Z'].toSorted(
        (a, b) => (Date.parse(a) - Date.parse(b)) * (ascending ? 1 : -1),
      ),
    );
  }
});

test('a catalogue that is cut says so', async () => {
  const events = Array.from({ length: 21 }, (_, event) => ({
    attributes: Object.fromEntries(
      Array.from({ length: 50 }, (_, key) => [
        `key${String(event * 50 + key).padStart(4, '0')}`,
        1,
      ]),
    ),
  }));
  const { adviser } = await sent('wide', events);
  const { body } = await adviser('GET', '/api/analytics/catalogue');
  const [{ attributes, truncated }] = body.eventTypes;
  expect([attributes.length, attributes[0], attributes[999]]).toEqual([1000, 'key0000', 'key0999']);
  expect([truncated, body.truncated]).toEqual([true, false]);
});

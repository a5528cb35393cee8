import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';

let atrium: World;
let ask: (change?: object) => ReturnType<Awaited<ReturnType<World['as']>>>;
const tenant = crypto.randomUUID();
const base = {
  eventType: 'deal.closed',
  timeRange: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  aggregations: [{ function: 'COUNT' }],
};
const values = (answer: { body: { rows: { values: unknown[] }[] } }) =>
  answer.body.rows.map((row) => row.values);

// amount: two numbers, one text, one absent.
const deals = [
  {
    day: 1,
    actorType: 'TENANT_STAFF',
    attributes: { channel: 'EMAIL', amount: '10.5', due: '2026-03-01T00:00:00+02:00' },
  },
  { day: 1, actorType: 'TENANT_STAFF', attributes: { channel: 'PHONE', amount: '9', "it's": 'x' } },
  {
    day: 3,
    actorType: 'SYSTEM',
    attributes: { channel: 'EMAIL', amount: 'n/a', due: '2026-02-28T23:00:00Z' },
  },
  { day: 5, entityId: '7', attributes: { name: 'naïve' } },
];

beforeAll(async () => {
  atrium = await world();
  const adviser = await atrium.as(tenant);
  ask = (change = {}) => adviser('POST', '/api/analytics/query', { ...base, ...change });
  const events = deals.map(({ day, ...deal }) => ({
    ...deal,
    eventType: 'deal.closed',
    tenantId: tenant,
    occurredAt: `2026-01-0${day}T12:00:00Z`,
  }));
  await adviser('POST', '/api/analytics/events/batch', { events });
});
afterAll(() => atrium[Symbol.asyncDispose]());

test('an answer describes its columns and holds its rows by position', async () => {
  const { status, body } = await ask({
    granularity: 'DAY',
    groupBy: [{ field: 'actorType' }],
    aggregations: [{ function: 'COUNT' }, { function: 'SUM', field: 'attributes.amount' }],
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    columns: [
      { name: 'time_bucket', label: 'Time', type: 'TIMESTAMP', role: 'TIME', primary: false },
      { name: 'actorType', label: 'Actor type', type: 'STRING', role: 'DIMENSION', primary: false },
      { name: 'count', label: 'Count', type: 'NUMBER', role: 'METRIC', primary: true },
      {
        name: 'sum_amount',
        label: 'Sum of amount',
        type: 'NUMBER',
        role: 'METRIC',
        primary: false,
      },
    ],
    rows: [
      { values: ['2026-01-01T00:00:00Z', 'TENANT_STAFF', 2, 19.5] },
      { values: ['2026-01-03T00:00:00Z', 'SYSTEM', 1, null] },
      { values: ['2026-01-05T00:00:00Z', null, 1, null] },
    ],
    generatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    stats: { rowCount: 3, queryTimeMs: expect.any(Number), truncated: false, limit: 1000 },
  });
});

describe('a question about a type of which no event came yet', () => {
  const fresh = { eventType: 'deal.lost' };
  const named = { function: 'SUM', field: 'amount' };

  test.each<[string, object]>([
    ['grouped by a bare name', { groupBy: [{ field: 'channel' }] }],
    ['filtered by one', { filters: [{ field: 'channel', op: 'EQ', value: 'EMAIL' }] }],
    [
      'with sums, averages and extremes of one',
      { aggregations: [named, { function: 'MAX', field: 'amount' }] },
    ],
    ['in filled buckets', { aggregations: [named], granularity: 'DAY', fillEmpty: true }],
    [
      'grouped, in filled buckets',
      { groupBy: [{ field: 'channel' }], granularity: 'DAY', fillEmpty: true },
    ],
  ])('%s has no rows', async (_, change) => {
    const { status, body } = await ask({ ...fresh, ...change });
    expect([status, body.rows, body.stats?.rowCount]).toEqual([200, [], 0]);
    expect(body.columns.length).toBeGreaterThan(0);
  });

  test('without a bare name is answered as ever', async () => {
    expect(values(await ask(fresh))).toEqual([[0]]);
    const filled = await ask({ ...fresh, granularity: 'DAY', fillEmpty: true });
    expect(filled.body.rows).toHaveLength(31);
  });

  test('fails for a name that no event has once there is one', async () => {
    const { status, body } = await ask({ groupBy: [{ field: 'shoeSize' }] });
    expect([status, body.code]).toEqual([500, 'QUERY_EXECUTION_FAILED']);
  });
});

describe('filters compare', () => {
  const filter = (field: string, op: string, value: unknown) => ({
    filters: [{ field, op, value }],
  });
  test.each<[string, object, number]>([
    ['text exactly', filter('actorType', 'EQ', 'SYSTEM'), 1],
    ['NEQ as all that EQ is not, absent ones too', filter('actorType', 'NEQ', 'SYSTEM'), 3],
    ['an attribute by its bare name', filter('channel', 'EQ', 'EMAIL'), 2],
    ['an attribute by its full name', filter('attributes.channel', 'IN', ['EMAIL', 'PHONE']), 3],
    ['NOT_IN as all that IN is not', filter('channel', 'NOT_IN', ['EMAIL']), 2],
    ['IN with one value that is no list', filter('channel', 'IN', 'PHONE'), 1],
    ['numbers as numbers: 9 < 10.5', filter('amount', 'GT', 9), 1],
    ['numbers as numbers, written as text', filter('amount', 'GTE', '9'), 2],
    ['a JSON number by value: 10.50 is 10.5', filter('amount', 'EQ', 10.5), 1],
    ['text by its bytes', filter('channel', 'LT', 'F'), 2],
    ['times as times, whatever their zone', filter('due', 'LTE', '2026-02-28T22:00:00Z'), 1],
    ['occurredAt', filter('occurredAt', 'GTE', '2026-01-03T13:00:00+01:00'), 2],
    ['schemaVersion', filter('schemaVersion', 'EQ', '1'), 4],
    ['null as absent', filter('amount', 'EQ', null), 1],
    ['not null as present', filter('amount', 'NEQ', null), 3],
    ['words in any letter case', filter('channel', 'not_in', ['EMAIL']), 2],
    ['a key with a quote in it', filter("attributes.it's", 'EQ', 'x'), 1],
    ['text beyond ASCII', filter('name', 'EQ', 'naïve'), 1],
    ['an attribute nothing carries', filter('attributes.nothing', 'EQ', 'x'), 0],
    [
      'nothing where what is optional is null',
      { granularity: null, timezone: null, filters: null, groupBy: null, sort: null, limit: null },
      4,
    ],
  ])('%s', async (_, change, count) => {
    expect(values(await ask(change))).toEqual([[count]]);
  });
});

describe('aggregations', () => {
  const one = (fn: string, field?: string) => ({ aggregations: [{ function: fn, field }] });
  test.each<[string, object, unknown[][]]>([
    ['COUNT of a field counts those that have it', one('COUNT', 'amount'), [[3]]],
    ['SUM ignores what is not numeric', one('sum', 'amount'), [[19.5]]],
    ['AVG too', one('avg', 'amount'), [[9.75]]],
    ['COUNT_DISTINCT of a field', one('count_distinct', 'channel'), [[2]]],
    ['COUNT_DISTINCT of a field that all have', one('COUNT_DISTINCT', 'occurredAt'), [[3]]],
    ['COUNT_DISTINCT of nothing', one('COUNT_DISTINCT', 'attributes.nothing'), [[0]]],
    ['MEDIAN lies between two', one('MEDIAN', 'amount'), [[9.75]]],
    ['P90 too', one('p90', 'attributes.amount'), [[10.35]]],
    ['MEDIAN of schemaVersion', one('MEDIAN', 'schemaVersion'), [[1]]],
    ['P90 of what no event carries', one('P90', 'attributes.nothing'), [[null]]],
    ['MIN by text when not all are numbers', one('MIN', 'amount'), [['10.5']]],
    [
      'MIN by number when all are',
      { ...one('MIN', 'amount'), filters: [{ field: 'amount', op: 'GT', value: 0 }] },
      [[9]],
    ],
    ['MAX of a time', one('MAX', 'occurredAt'), [['2026-01-05T12:00:00Z']]],
    ['MIN of text', one('MIN', 'actorType'), [['SYSTEM']]],
    ['SUM of schemaVersion', one('SUM', 'schemaVersion'), [[4]]],
    ['SUM of a field of text that holds a number', one('SUM', 'entityId'), [[7]]],
    ['SUM of what no event carries', one('SUM', 'attributes.nothing'), [[null]]],
    ['nothing at all: one row of 0', { eventType: 'no.such' }, [[0]]],
    ['nothing in groups: no row', { eventType: 'no.such', groupBy: [{ field: 'actorType' }] }, []],
  ])('%s', async (_, change, rows) => {
    expect(values(await ask(change))).toEqual(rows);
  });
});

test('rows are sorted by any column, cut at the limit, and the cut is told', async () => {
  const change = {
    groupBy: [{ field: 'channel' }],
    sort: [{ field: 'count', ascending: false }],
    limit: 2,
  };
  const answer = await ask(change);
  expect(values(answer)).toEqual([
    ['EMAIL', 2],
    ['PHONE', 1],
  ]);
  expect(answer.body.stats).toMatchObject({ rowCount: 2, truncated: true, limit: 2 });
  expect((await ask({ ...change, limit: 3 })).body.stats.truncated).toBe(false);
});

test('empty buckets are left out, or filled on demand', async () => {
  const change = {
    granularity: 'DAY',
    timeRange: { from: '2026-01-01', to: '2026-01-04' },
    timezone: 'europe/madrid',
    aggregations: [{ function: 'COUNT' }, { function: 'SUM', field: 'amount' }],
  };
  expect(values(await ask(change))).toHaveLength(2);
  expect(values(await ask({ ...change, fillEmpty: true }))).toEqual([
    ['2025-12-31T23:00:00Z', 2, 19.5],
    ['2026-01-01T23:00:00Z', 0, null],
    ['2026-01-02T23:00:00Z', 1, null],
  ]);
});

describe('a question is refused with 400 naming the field', () => {
  test.each<[string, object, string]>([
    ['no eventType', { eventType: undefined }, 'eventType'],
    ['no timeRange', { timeRange: undefined }, 'timeRange'],
    ['no from', { timeRange: { to: '2026-01-01T00:00:00Z' } }, 'timeRange.from'],
    [
      'from that is no time',
      { timeRange: { ...base.timeRange, from: 'yesterday' } },
      'timeRange.from',
    ],
    ['from after to', { timeRange: { from: '2026-02-01', to: '2026-01-01' } }, 'timeRange.to'],
    ['no aggregations', { aggregations: undefined }, 'aggregations'],
    ['empty aggregations', { aggregations: [] }, 'aggregations'],
    ['an unknown function', { aggregations: [{ function: 'MODE' }] }, 'aggregations[0].function'],
    ['MEDIAN of nothing', { aggregations: [{ function: 'MEDIAN' }] }, 'aggregations[0].field'],
    [
      'COUNT_DISTINCT of nothing',
      { aggregations: [{ function: 'COUNT_DISTINCT', field: null }] },
      'aggregations[0].field',
    ],
    [
      'P90 of a time',
      { aggregations: [{ function: 'COUNT' }, { function: 'P90', field: 'occurredAt' }] },
      'aggregations[1].field',
    ],
    [
      'MEDIAN of an identifier',
      { aggregations: [{ function: 'MEDIAN', field: 'entityId' }] },
      'aggregations[0].field',
    ],
    ['SUM of nothing', { aggregations: [{ function: 'SUM' }] }, 'aggregations[0].field'],
    [
      'an alias that is no name',
      { aggregations: [{ function: 'COUNT', alias: 'a b' }] },
      'aggregations[0].alias',
    ],
    [
      'two metrics of one name',
      { aggregations: [{ function: 'COUNT' }, { function: 'COUNT' }] },
      'aggregations[0].function',
    ],
    ['an unknown granularity', { granularity: 'YEAR' }, 'granularity'],
    [
      'an unknown operator',
      { filters: [{ field: 'actorType', op: 'LIKE', value: 'x' }] },
      'filters[0].op',
    ],
    [
      'a filter without a value',
      { filters: [{ field: 'actorType', op: 'EQ' }] },
      'filters[0].value',
    ],
    [
      'a list for EQ',
      { filters: [{ field: 'actorType', op: 'EQ', value: ['x'] }] },
      'filters[0].value',
    ],
    [
      'null for GT',
      { filters: [{ field: 'actorType', op: 'GT', value: null }] },
      'filters[0].value',
    ],
    ['limit 0', { limit: 0 }, 'limit'],
    ['limit 10,001', { limit: 10_001 }, 'limit'],
    ['an offset as a zone', { timezone: '+01:00' }, 'timezone'],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, 'timezone'],
    [
      'a field twice in groupBy',
      { groupBy: [{ field: 'actorType' }, { field: 'actorType' }] },
      'groupBy[0].field',
    ],
    ['too many buckets to fill', { granularity: 'MINUTE', fillEmpty: true }, 'timeRange'],
  ])('%s', async (_, change, field) => {
    const { status, body } = await ask(change);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

describe('a question that cannot be executed answers 500 QUERY_EXECUTION_FAILED', () => {
  test.each<[string, object]>([
    ['grouped by an unknown field', { groupBy: [{ field: 'nothing' }] }],
    ['filtered by an unknown field', { filters: [{ field: 'nothing', op: 'EQ', value: 1 }] }],
    ['sorted by what is no column', { sort: [{ field: 'actorType' }] }],
    ['SUM of text', { aggregations: [{ function: 'SUM', field: 'channel' }] }],
    ['MEDIAN of text', { aggregations: [{ function: 'MEDIAN', field: 'channel' }] }],
    ['AVG of a time', { aggregations: [{ function: 'AVG', field: 'occurredAt' }] }],
    [
      'a time compared with a word',
      { filters: [{ field: 'occurredAt', op: 'GT', value: 'soon' }] },
    ],
    [
      'a number compared with a word',
      { filters: [{ field: 'schemaVersion', op: 'EQ', value: 'new' }] },
    ],
  ])('%s', async (_, change) => {
    const { status, body } = await ask(change);
    expect([status, body.code, body.errors]).toEqual([500, 'QUERY_EXECUTION_FAILED', []]);
  });
});

const attacks = [
  "'",
  "' or 1=1 --",
  '\\',
  "\\' or 1=1 --",
  '{p0:String}',
  '`; drop table events; --',
  ') or (1=1',
  'now()',
];

test.each(attacks)('%j is a value wherever it stands, and never SQL', async (attack) => {
  const places = [
    { filters: [{ field: 'channel', op: 'EQ', value: attack }] },
    { filters: [{ field: 'channel', op: 'IN', value: [attack, attack] }] },
    { filters: [{ field: 'amount', op: 'GT', value: attack }] },
    { filters: [{ field: `attributes.${attack}`, op: 'EQ', value: attack }] },
  ];
  for (const place of places) {
    const answer = await ask(place);
    expect(answer.status).toBe(200);
    expect(values(answer)[0]?.[0]).toBeLessThan(4);
  }
  const grouped = await ask({ groupBy: [{ field: `attributes.${attack}` }] });
  expect(values(grouped)).toEqual([[null, 4]]);
  expect((await ask({ groupBy: [{ field: attack }] })).body.code).toBe('QUERY_EXECUTION_FAILED');
  expect((await ask({ sort: [{ field: attack }] })).body.code).toBe('QUERY_EXECUTION_FAILED');
  for (const change of [{ eventType: attack }, { timezone: attack }, { granularity: attack }])
    expect((await ask(change)).status).toBe(400);
});

test('the catalogue names the types and attribute keys that were sent', async () => {
  const adviser = await atrium.as(tenant);
  expect((await adviser('GET', '/api/analytics/catalogue')).body).toEqual({
    eventTypes: [
      {
        eventType: 'deal.closed',
        count: 4,
        firstOccurredAt: '2026-01-01T12:00:00Z',
        lastOccurredAt: '2026-01-05T12:00:00Z',
        attributes: ['amount', 'channel', 'due', "it's", 'name'],
        truncated: false,
      },
    ],
    truncated: false,
  });
});

test('a list of 1,000 long values is a filter like any other', async () => {
  const value = Array.from({ length: 1000 }, (_, index) => `${index}`.padStart(1024, 'é'));
  const filters = [{ field: 'channel', op: 'NOT_IN', value }];
  expect(values(await ask({ filters }))).toEqual([[4]]);
});

test('infinity and what is not a number are text: no number is above or below them', async () => {
  const own = crypto.randomUUID();
  const adviser = await atrium.as(own);
  const events = ['inf', '-inf', 'nan', '7', '-7', '1e999'].map((size) => ({
    eventType: 'odd',
    tenantId: own,
    attributes: { size },
  }));
  await adviser('POST', '/api/analytics/events/batch', { events });
  for (const [op, value] of [
    ['GT', 0],
    ['GTE', 7],
    ['LT', 0],
    ['LTE', -7],
  ] as const) {
    const filters = [{ field: 'attributes.size', op, value }];
    const aggregations = [{ function: 'COUNT' }, { function: 'SUM', field: 'attributes.size' }];
    const { body } = await adviser('POST', '/api/analytics/query', {
      ...countOf('odd'),
      filters,
      aggregations,
    });
    expect(body.rows, op).toEqual([{ values: [1, op.startsWith('G') ? 7 : -7] }]);
  }
});

test('several questions are asked at once, and answered in their order as each by itself', async () => {
  const adviser = await atrium.as(tenant);
  const each = [
    base,
    { ...base, granularity: 'day', fillEmpty: true },
    { ...base, eventType: 'x.y' },
  ];
  const together = (queries: unknown) => adviser('POST', '/api/analytics/queries', { queries });
  const { status, body } = await together(each);
  expect(status).toBe(200);
  const alone: Awaited<ReturnType<typeof ask>>[] = [];
  for (const question of each) alone.push(await ask(question));
  const rowsOf = ({ rows, columns }: { rows: unknown; columns: unknown }) => ({ rows, columns });
  expect(body.answers.map(rowsOf)).toEqual(alone.map((answer) => rowsOf(answer.body)));
  const bad = [[], Array(13).fill(base), null, [{ ...base, granularity: 'EON' }]];
  const statuses: number[] = [];
  for (const queries of bad) statuses.push((await together(queries)).status);
  expect(statuses).toEqual([400, 400, 400, 400]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, world } from '../../test-support/world.ts';
import { answer, type ModelEvent, type ModelQuery } from './in-memory-model.ts';

let atrium: World;

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

const zones = [
  'UTC',
  'Europe/Madrid',
  'America/Santiago',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
];
const texts = [
  '1',
  '1.0',
  '2.5',
  '-3',
  '1e2',
  '.75',
  'abc',
  'Zeta',
  'ñandú',
  'nan',
  'inf',
  '',
  ' 5',
  'true',
];
const times = ['2026-01-01T00:00:00Z', '2026-03-29T02:30:00+02:00', '2025-06-01T12:00:00.250Z'];
const attributeValue = fc.constantFrom(...texts, ...times, '7', '8', '9.25');

// Around the clock changes of spring 2026 in Europe and of April in Chile.
const startMs = Date.UTC(2026, 2, 27);
const instant = (spanMs: number) =>
  fc.integer({ min: 0, max: spanMs }).map((ms) => new Date(startMs + ms).toISOString());
const tenDays = 10 * 864e5;

const event: fc.Arbitrary<ModelEvent> = fc.record({
  eventType: fc.constantFrom('a.b', 'a.b', 'a.c'),
  eventId: fc.uuid(),
  occurredAt: instant(tenDays),
  actorType: fc.constantFrom('CONTACT', 'SYSTEM', null),
  entityId: fc.constantFrom('x', 'y', 'z', null),
  schemaVersion: fc.integer({ min: 1, max: 4 }),
  attributes: fc.dictionary(fc.constantFrom('n', 't', "it's"), attributeValue, { maxKeys: 3 }),
});

const field = fc.constantFrom(
  'actorType',
  'entityId',
  'schemaVersion',
  'attributes.n',
  'attributes.t',
  "attributes.it's",
  'attributes.none',
);

const filter = fc.oneof(
  fc.record({
    field: fc.constantFrom('actorType', 'attributes.n', 'attributes.t', "attributes.it's"),
    op: fc.constantFrom('EQ', 'NEQ'),
    value: fc.oneof(attributeValue, fc.constantFrom(1, 2.5, 100, true, null, 'CONTACT')),
  }),
  fc.record({
    field: fc.constantFrom('actorType', 'attributes.n', 'attributes.t'),
    op: fc.constantFrom('GT', 'GTE', 'LT', 'LTE'),
    value: fc.oneof(attributeValue, fc.constantFrom(1, 2.5, -3)),
  }),
  fc.record({
    field: fc.constantFrom('entityId', 'attributes.n', 'attributes.t'),
    op: fc.constantFrom('IN', 'NOT_IN'),
    value: fc.array(fc.oneof(attributeValue, fc.constantFrom(1, 'x', 'y')), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({
    field: fc.constant('schemaVersion'),
    op: fc.constantFrom('EQ', 'NEQ', 'GT', 'LTE'),
    value: fc.constantFrom(1, 2, '3'),
  }),
  fc.record({
    field: fc.constant('occurredAt'),
    op: fc.constantFrom('EQ', 'GT', 'GTE', 'LT', 'LTE'),
    value: instant(tenDays),
  }),
);

const aggregation = fc.oneof(
  fc.constant({ function: 'COUNT' }),
  fc.record({ function: fc.constantFrom('COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX'), field }),
  fc.record({ function: fc.constantFrom('MIN', 'MAX'), field: fc.constant('occurredAt') }),
  fc.record({
    function: fc.constantFrom('SUM', 'AVG', 'MEDIAN', 'P90'),
    field: fc.constantFrom('schemaVersion', 'attributes.n'),
  }),
);

const query: fc.Arbitrary<ModelQuery> = fc
  .record({
    eventType: fc.constant('a.b'),
    timeRange: fc
      .uniqueArray(instant(tenDays), { minLength: 2, maxLength: 2 })
      .map((ends) => ends.sort())
      .map(([from = '', to = '']) => ({ from, to })),
    granularity: fc.constantFrom('NONE', 'HOUR', 'DAY', 'DAY', 'WEEK', 'MONTH'),
    timezone: fc.constantFrom(...zones),
    filters: fc.array(filter, { maxLength: 2 }),
    groupBy: fc
      .uniqueArray(field, { maxLength: 2 })
      .map((all) => all.map((name) => ({ field: name }))),
    aggregations: fc
      .array(aggregation, { minLength: 1, maxLength: 3 })
      .map((all) => all.map((each, index) => ({ ...each, alias: `metric_${index}` }))),
    limit: fc.constantFrom(3, 50, 10_000),
    fillEmpty: fc.boolean(),
  })
  .chain((partial) => {
    const names = [
      ...(partial.granularity === 'NONE' ? [] : ['time_bucket']),
      ...partial.groupBy.map((each) => each.field),
      ...partial.aggregations.map((each) => each.alias),
    ];
    const sort = fc
      .uniqueArray(fc.constantFrom(...names), { maxLength: 2 })
      .chain((chosen) =>
        fc.tuple(
          ...chosen.map((name) => fc.boolean().map((ascending) => ({ field: name, ascending }))),
        ),
      );
    return sort.map((columns) => ({ ...partial, sort: columns }) as ModelQuery);
  });

/** The number of random sets of events; `npm run test:soak` makes two hundred. */
const rounds = Number(process.env.QUERY_MODEL_ROUNDS ?? 20);

const ways = [
  ['as they come', []],
  ['of which two have columns of their own', ['n', 't']],
] as const;

test.each(ways)(
  'random questions about random events, attributes %s, have the answers of the model',
  async (_, own) => {
    await atrium.restart({ ANALYTICS_ATTRIBUTE_COLUMNS: own.join() });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(event, { minLength: 1, maxLength: 80, selector: (each) => each.eventId }),
        fc.array(query, { minLength: 4, maxLength: 8 }),
        async (events, queries) => {
          const tenant = crypto.randomUUID();
          const adviser = await atrium.as(tenant);
          const batch = { events: events.map((each) => ({ ...each, tenantId: tenant })) };
          const sent = await adviser('POST', '/api/analytics/events/batch', batch);
          expect(sent.body).toMatchObject({ accepted: events.length });
          for (const each of queries) {
            const { status, body } = await adviser('POST', '/api/analytics/query', each);
            if (status === 500) {
              expect(body.detail).toContain('needs numbers');
              continue;
            }
            expect(status, JSON.stringify(body)).toBe(200);
            const rows = body.rows.map((row: { values: unknown[] }) => row.values);
            expect({ rows, truncated: body.stats.truncated }).toEqual(answer(each, events));
          }
        },
      ),
      { numRuns: rounds },
    );
  },
  240_000 + rounds * 10_000,
);

const changes: [string, string][] = [
  ['Europe/Madrid', '2026-03-29T01:00:00Z'],
  ['Europe/Madrid', '2026-10-25T01:00:00Z'],
  ['America/Santiago', '2026-04-05T03:00:00Z'],
  ['America/Santiago', '2025-09-07T04:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Pacific/Chatham', '2026-04-04T14:00:00Z'],
  ['Asia/Kolkata', '2026-01-01T18:30:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Europe/Amsterdam', '1916-05-01T00:00:00Z'],
];

test.each(changes)('buckets in %s around %s are those of the model', async (timezone, change) => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const at = (minutes: number) => Temporal.Instant.from(change).add({ minutes }).toString();
  const events = Array.from(
    { length: 400 },
    (_, index): ModelEvent => ({
      eventType: 'a.b',
      eventId: crypto.randomUUID(),
      occurredAt: at((index - 200) * 10),
      actorType: null,
      entityId: null,
      schemaVersion: 1,
      attributes: {},
    }),
  );
  const batch = { events: events.map((each) => ({ ...each, tenantId: tenant })) };
  const sent = await adviser('POST', '/api/analytics/events/batch', batch);
  expect(sent.body).toMatchObject({ accepted: events.length });
  for (const granularity of ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const) {
    for (const fillEmpty of [false, true]) {
      const question: ModelQuery = {
        eventType: 'a.b',
        timeRange: { from: at(-1990), to: at(2100) },
        granularity,
        timezone,
        filters: [],
        groupBy: [],
        aggregations: [{ function: 'COUNT', alias: 'count' }],
        sort: [],
        limit: 1000,
        fillEmpty,
      };
      const { body } = await adviser('POST', '/api/analytics/query', question);
      const rows = body.rows.map((row: { values: unknown[] }) => row.values);
      expect({ granularity, fillEmpty, rows }).toEqual({
        granularity,
        fillEmpty,
        rows: answer(question, events).rows,
      });
    }
  }
});

import { pathOf } from '@atrium/analytics/store/attribute-path.ts';
import { largest, type } from './analytics-data.ts';

export type Question = {
  name: string;
  limitMs?: number;
  ask: object;
  clickhouse: string;
  postgres: string;
};

const [from, to] = ['2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'];
const range = { eventType: type, timeRange: { from, to } };

const inClickhouse =
  `from events where tenant_id = '${largest}' and event_type = '${type}' ` +
  "and occurred_at >= toDateTime64('2025-01-01 00:00:00', 3, 'UTC') " +
  "and occurred_at < toDateTime64('2026-01-01 00:00:00', 3, 'UTC')";
const [channel, amount] = ['channel', 'amount'].map((key) => `attribute.${pathOf(key)}.:String`);
const inPostgres =
  `from measured_events where tenant_id = '${largest}' and event_type = '${type}' ` +
  `and occurred_at >= '${from}' and occurred_at < '${to}'`;

/** The attributes that the questions name have columns of their own, as an operator would list them. */
export const attributeColumns = { ANALYTICS_ATTRIBUTE_COLUMNS: 'channel,amount' };

/** The questions asked over HTTP, and the same by hand in each engine's SQL. */
export const questions: Question[] = [
  {
    name: 'day buckets of one tenant and type',
    limitMs: 30,
    ask: { ...range, granularity: 'DAY', aggregations: [{ function: 'COUNT' }] },
    clickhouse: `select toStartOfDay(occurred_at, 'UTC') as day, count() ${inClickhouse} group by day order by day`,
    postgres: `select date_trunc('day', occurred_at, 'UTC') as day, count(*) ${inPostgres} group by day order by day`,
  },
  {
    name: 'grouped by an attribute',
    limitMs: 80,
    ask: { ...range, groupBy: [{ field: 'channel' }], aggregations: [{ function: 'COUNT' }] },
    clickhouse: `select ${channel} as channel, count() ${inClickhouse} group by channel order by channel`,
    postgres: `select attributes->>'channel' as channel, count(*) ${inPostgres} group by channel order by channel`,
  },
  {
    name: 'months, sum of an attribute by another, filtered',
    ask: {
      ...range,
      granularity: 'MONTH',
      filters: [{ field: 'amount', op: 'GTE', value: 5_000 }],
      groupBy: [{ field: 'channel' }],
      aggregations: [{ function: 'SUM', field: 'amount' }],
    },
    clickhouse:
      `select toStartOfMonth(occurred_at, 'UTC') as month, ${channel} as channel, ` +
      `sum(toFloat64OrNull(${amount})) ${inClickhouse} ` +
      `and toFloat64OrNull(${amount}) >= 5000 group by month, channel order by month, channel`,
    postgres:
      "select date_trunc('month', occurred_at, 'UTC') as month, attributes->>'channel' as channel, " +
      `sum((attributes->>'amount')::float8) ${inPostgres} ` +
      "and (attributes->>'amount')::float8 >= 5000 group by month, channel order by month, channel",
  },
];

import { Enum } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** The names that types of events have. */
export const eventTypePattern = '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$';

const granularities = ['NONE', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
const operators = ['EQ', 'NEQ', 'GT', 'GTE', 'LT', 'LTE', 'IN', 'NOT_IN'] as const;
export const functions = [
  'COUNT',
  'SUM',
  'AVG',
  'MIN',
  'MAX',
  'COUNT_DISTINCT',
  'MEDIAN',
  'P90',
] as const;

export type Granularity = (typeof granularities)[number];
export type Operator = (typeof operators)[number];
export type AggregateFunction = (typeof functions)[number];

// A time bucket, 10 groups and 20 metrics.
export const [mostColumns, mostRows] = [31, 10_000];

const FieldName = Type.String({ minLength: 1, maxLength: 80, examples: ['attributes.channel'] });

const listed = { type: ['string', 'number', 'boolean'], maxLength: 1024 };

export type Scalar = string | number | boolean;

const FilterValue = Type.Unsafe<Scalar | null | Scalar[]>({
  type: ['string', 'number', 'boolean', 'null', 'array'],
  maxLength: 1024,
  items: listed,
  minItems: 1,
  maxItems: 1000,
});

// Members that are not named here are let pass, but not without end.
const few = { maxProperties: 20 };

const Filter = Type.Object(
  {
    field: FieldName,
    op: Enum(operators, { title: 'AnalyticsQueryFilterOp' }),
    value: FilterValue,
  },
  { title: 'AnalyticsQueryFilter', ...few },
);

const Aggregation = Type.Object(
  {
    function: Enum(functions, {
      title: 'AnalyticsQueryAggregationFunction',
      description:
        'COUNT_DISTINCT is exact. MEDIAN and P90 take numbers, as SUM and AVG do, and lie between two values where they fall there',
    }),
    field: Type.Optional(Type.Unsafe<string | null>({ ...FieldName, type: ['string', 'null'] })),
    alias: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 64,
        pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
        description: 'Name of the column; `count`, `sum_amount` when omitted',
      }),
    ),
  },
  { title: 'AnalyticsQueryAggregation', ...few },
);

const moment = (description: string) =>
  Type.String({ format: 'moment', maxLength: 40, description });

/** Words may come in any letter case; they are written in capitals before this schema sees them. */
export const QueryRequest = Type.Object(
  {
    eventType: Type.String({ pattern: eventTypePattern, maxLength: 128 }),
    timeRange: Type.Object(
      {
        from: moment('First instant, ISO 8601'),
        to: moment('The instant after the last, ISO 8601'),
      },
      { title: 'AnalyticsQueryTimeRange', ...few },
    ),
    granularity: Type.Optional(
      Enum(granularities, { title: 'AnalyticsQueryGranularity', default: 'NONE' }),
    ),
    timezone: Type.Optional(
      Type.String({ maxLength: 64, description: 'IANA zone of the buckets; UTC when omitted' }),
    ),
    filters: Type.Optional(Type.Array(Filter, { maxItems: 50 })),
    groupBy: Type.Optional(
      Type.Array(Type.Object({ field: FieldName }, { title: 'AnalyticsQueryGroupBy', ...few }), {
        maxItems: 10,
      }),
    ),
    aggregations: Type.Array(Aggregation, { minItems: 1, maxItems: 20 }),
    sort: Type.Optional(
      Type.Array(
        Type.Object(
          { field: FieldName, ascending: Type.Optional(Type.Boolean()) },
          { title: 'AnalyticsQuerySort', ...few },
        ),
        {
          maxItems: mostColumns,
        },
      ),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostRows, default: 1_000 })),
    fillEmpty: Type.Optional(
      Type.Boolean({ default: false, description: 'Answer also the buckets without events' }),
    ),
  },
  { title: 'AnalyticsQuery', maxProperties: 100 },
);

export type QueryRequest = Static<typeof QueryRequest>;
export type Condition = Static<typeof Filter>;

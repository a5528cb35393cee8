import { Enum, Named } from '@atrium/kit/schema.ts';
import { mostColumns, mostRows } from '@atrium/questions/schemas.ts';
import { type Static, Type } from 'typebox';

export const Column = Named('AnalyticsResultColumn', {
  name: Type.String(),
  label: Type.String(),
  type: Enum(['TIMESTAMP', 'STRING', 'NUMBER'], { title: 'AnalyticsResultColumnType' }),
  role: Enum(['TIME', 'DIMENSION', 'METRIC', 'UNKNOWN'], { title: 'AnalyticsResultColumnRole' }),
  primary: Type.Boolean({ description: 'True on the first metric' }),
});

export type Column = Static<typeof Column>;
export type Value = string | number | null;

export const QueryAnswer = Named('AnalyticsResult', {
  columns: Type.Array(Column, { maxItems: mostColumns }),
  rows: Type.Array(
    Named('AnalyticsResultRow', {
      values: Type.Array(Type.Unsafe<Value>({ type: ['string', 'number', 'null'] }), {
        maxItems: mostColumns,
      }),
    }),
    { maxItems: mostRows },
  ),
  generatedAt: Type.String(),
  stats: Named('AnalyticsResultStats', {
    rowCount: Type.Integer(),
    queryTimeMs: Type.Integer(),
    truncated: Type.Boolean({ description: 'There were more rows than the limit' }),
    limit: Type.Integer(),
  }),
});

export type QueryAnswer = Static<typeof QueryAnswer>;

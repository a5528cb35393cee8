import { Enum } from '@atrium/kit/schema.ts';
import { mostColumns, mostRows } from '@atrium/questions/schemas.ts';
import { type Static, Type } from 'typebox';

export const Column = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: Enum(['TIMESTAMP', 'STRING', 'NUMBER']),
  role: Enum(['TIME', 'DIMENSION', 'METRIC', 'UNKNOWN']),
  primary: Type.Boolean({ description: 'True on the first metric' }),
});

export type Column = Static<typeof Column>;
export type Value = string | number | null;

export const QueryAnswer = Type.Object(
  {
    columns: Type.Array(Column, { maxItems: mostColumns }),
    rows: Type.Array(
      Type.Object({
        values: Type.Array(Type.Unsafe<Value>({ type: ['string', 'number', 'null'] }), {
          maxItems: mostColumns,
        }),
      }),
      { maxItems: mostRows },
    ),
    generatedAt: Type.String(),
    stats: Type.Object({
      rowCount: Type.Integer(),
      queryTimeMs: Type.Integer(),
      truncated: Type.Boolean({ description: 'There were more rows than the limit' }),
      limit: Type.Integer(),
    }),
  },
  { title: 'AnalyticsAnswer' },
);

export type QueryAnswer = Static<typeof QueryAnswer>;

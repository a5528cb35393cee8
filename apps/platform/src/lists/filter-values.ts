import { Named } from '@atrium/kit/schema.ts';
import type { Fragment, Sql } from '@atrium/kit/sql.ts';
import { foldText, likeLiteral } from '@atrium/kit/texts/folding.ts';
import { type Static, Type } from 'typebox';
import { type FieldType, fieldOf } from './fields.ts';
import { Filters, filterWhere } from './filter.ts';
import { type ListQuery, maxSize } from './page.ts';

/** Asks which values a field has: those that contain `search`, among the rows that `filters` leave. */
export const FilterValuesBody = Named('FilterValuesRequest', {
  field: Type.String({ maxLength: 100 }),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  filters: Type.Optional(Filters),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSize, default: maxSize })),
});

/** The values, distinct and sorted, and how many there are over all pages. */
export const FilterValues = Named('FilterValues', {
  field: Type.String(),
  values: Type.Array(Type.Unsafe<string | number | boolean>({})),
  total: Type.Integer(),
  names: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Of values that are staff' }),
  ),
});

export type FilterValuesAnswer = Static<typeof FilterValues>;
export type FilterValuesRequest = Static<typeof FilterValuesBody>;

type ValuesQuery = Pick<ListQuery, 'from' | 'where' | 'fields'>;

/** Reads the distinct values of a list's field. Throws VALIDATION_FAILED for an unknown field. */
export async function fetchFilterValues(sql: Sql, list: ValuesQuery, request: FilterValuesRequest) {
  const { search = '', filters = [], page = 0, size = maxSize } = request;
  const { among, type, column: name } = fieldOf(list.fields, request.field, 'field');
  const column = sql(among ? 'one_of.value' : name);
  const from = among
    ? sql`${list.from} cross join lateral (select ${sql(name)} as value ${sql.unsafe(among)}) one_of`
    : list.from;
  const value = asWritten(sql, column, type);
  const isFound = search ? sql`folded like ${`%${likeLiteral(foldText(search))}%`}` : sql`true`;
  const folded = search || type === 'text' ? sql`fold(value::text)` : sql`null`;
  const order = type === 'text' ? sql`folded, value` : sql`value`;
  // The rows are read once, and a value is folded once, for the page and the number of all.
  const [{ values, total }] = await sql<
    [{ values: Static<typeof FilterValues>['values']; total: number }]
  >`
    with each_value as materialized (
      select value, ${folded} as folded
        from (select distinct ${value} as value from ${from}
               where ${list.where} and ${column} is not null
                 and ${filterWhere(sql, filters, list.fields)}) as stated),
    found as materialized (select value, folded from each_value where ${isFound})
    select (select count(*)::int from found) as total,
           (select coalesce(json_agg(value), '[]')
              from (select value from found order by ${order} limit ${size} offset ${page * size}) as page) as values`;
  return { field: request.field, values, total };
}

/** A column as its values appear in answers, and as a filter takes them. */
function asWritten(sql: Sql, column: Fragment, type: FieldType): Fragment {
  if (type === 'time') return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  if (type === 'localTime') return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`;
  if (type === 'uuid' || type === 'date' || type === 'number') return sql`${column}::text`;
  return column;
}

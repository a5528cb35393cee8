import { type Static, Type } from 'typebox';
import { fieldError, invalid } from '../problem.ts';
import type { Fragment, Sql } from '../sql.ts';
import { type FieldType, findField, type ListFields } from './fields.ts';
import { Filters, filterWhere } from './filter.ts';
import { maxSize } from './page.ts';

/** Asks which values a field has: those that contain `search`, among the rows that `filters` leave. */
export const FilterValuesBody = Type.Object({
  field: Type.String({ maxLength: 100 }),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  filters: Type.Optional(Filters),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSize, default: maxSize })),
});

/** The values, distinct and sorted, and how many there are over all pages. */
export const FilterValues = Type.Object({
  field: Type.String(),
  values: Type.Array(Type.Unsafe<string | number | boolean>({})),
  total: Type.Integer(),
});

export type FilterValuesRequest = Static<typeof FilterValuesBody>;

type Value = string | number | boolean;

/** A list whose values are asked for; the parts are fragments of trusted SQL. */
type ValuesQuery = { from: Fragment; where: Fragment; fields: ListFields };

/** Reads the distinct values of a list's field. Throws VALIDATION_FAILED for an unknown field. */
export async function fetchFilterValues(sql: Sql, list: ValuesQuery, request: FilterValuesRequest) {
  const { search = '', filters = [], page = 0, size = maxSize } = request;
  const field = findField(list.fields, request.field);
  if (!field) {
    const known = Object.keys(list.fields).join(', ');
    throw invalid(fieldError('field', 'UNKNOWN_FIELD', `must be one of ${known}`));
  }
  const { among } = field;
  const column = sql(among ? 'one_of.value' : field.column);
  const from = among
    ? sql`${list.from} cross join lateral (select ${sql(field.column)} as value ${sql.unsafe(among)}) one_of`
    : list.from;
  const value = asWritten(sql, column, field.type);
  const literal = search.replace(/[\\%_]/g, '\\$&');
  const found = search ? sql`fold(value::text) like '%' || fold(${literal}) || '%'` : sql`true`;
  const values = sql`
    (select distinct ${value} as value from ${from}
      where ${list.where} and ${column} is not null
        and ${filterWhere(sql, filters, list.fields)}) as each_value`;
  const order = field.type === 'text' ? sql`fold(value), value` : sql`value`;
  const [rows, [count]] = await Promise.all([
    sql<{ value: Value }[]>`
      select value from ${values} where ${found} order by ${order} limit ${size} offset ${page * size}`,
    sql<{ total: number }[]>`select count(*)::int as total from ${values} where ${found}`,
  ]);
  return {
    field: request.field,
    values: rows.map((row) => row.value),
    total: count?.total ?? 0,
  };
}

/** A column as its values appear in answers, and as a filter takes them. */
function asWritten(sql: Sql, column: Fragment, type: FieldType): Fragment {
  if (type === 'time') return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  if (type === 'localTime') return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`;
  if (type === 'uuid' || type === 'date' || type === 'number') return sql`${column}::text`;
  return column;
}

import type { Fragment, Sql } from '../sql.ts';
import { casts } from './fields.ts';
import {
  type After,
  type ListQuery,
  type PageRequest,
  type Place,
  parsePage,
  toPage,
} from './page.ts';
import { joined, type OrderColumn, orderColumns, toOrder } from './sort.ts';

/** Rows that are read just to be skipped, rather than finding the keys of the others first. */
const few = 20;

/**
 * Reads a page of a list and counts the list; in a transaction that reads, as of one state.
 * Throws VALIDATION_FAILED for an unknown sort field and for `page` together with `cursor`.
 */
export async function fetchPage<Row>(sql: Sql, list: ListQuery, request: PageRequest) {
  const place = parsePage(request, list.fields, list.defaultSort);
  const hidden = request.sort?.length || !list.defaultOrder ? [] : [list.defaultOrder];
  const columns = [...hidden, ...orderColumns(place.terms, list.key)];
  const [found, total] = await Promise.all([
    sql<(Row & { sortValues: After['values'] })[]>`${pageRows(sql, list, place, columns)}`,
    countRows(sql, list),
  ]);
  const { size } = place;
  const next = found.length > size ? found[size - 1]?.sortValues : undefined;
  return toPage<Row>(found.slice(0, size), total, place, next);
}

/** How many rows a list has. */
export async function countRows(sql: Sql, { from, where }: Pick<ListQuery, 'from' | 'where'>) {
  const [row] = await sql<[{ total: number }]>`
    select count(*)::int as total from ${from} where ${where}`;
  return row.total;
}

/** The rows of a page and one more, which tells that there is a next page. */
function pageRows(
  sql: Sql,
  list: ListQuery,
  { size, offset, after, terms }: Place,
  columns: readonly OrderColumn[],
): Fragment {
  const order = toOrder(sql, columns);
  const where = after ? sql`${list.where} and ${isAfter(sql, columns, after.values)}` : list.where;
  const skipped = after ? 0 : offset;
  const page = sql`${list.from} where ${where} order by ${order} ${limit(sql, size + 1, skipped)}`;
  const values = columns.map((each) => sql`${compared(sql, each)}::text`);
  const select = sql`${list.select}, array[${joined(sql, values)}] as sort_values`;
  const isSoonFound = terms.length === 1 && terms[0]?.field.indexed && skipped <= few;
  if (!list.keysFirst || isSoonFound) return sql`select ${select} from ${page}`;
  // An array is made once, whatever the planner believes of a table that was never analysed.
  const key = sql(list.key);
  return sql`
    select ${select} from ${list.from}
     where ${key} = any(array(select ${key} from ${page})) order by ${order}`;
}

/**
 * LIMIT and OFFSET, so that the planner sees the same whatever they are and keeps its plan: it takes
 * parameters for a tenth of the list, and would plan anew each time. Few are simply written out.
 */
function limit(sql: Sql, size: number, skipped: number): Fragment {
  if (skipped > few) return sql`${sql.unsafe(`limit ${size}`)} offset (select ${skipped}::int)`;
  return sql`${sql.unsafe(`limit ${size} offset ${skipped}`)}`;
}

/** A column as it is compared. */
const compared = (sql: Sql, { column, folded }: OrderColumn): Fragment =>
  folded ? sql`fold(${sql(column)})` : sql(column);

/** The condition that a row comes after one with these values; nulls come last either way. */
function isAfter(sql: Sql, columns: readonly OrderColumn[], values: After['values']): Fragment {
  const known = columns.map((each, at) => {
    const value = compared(sql, each);
    const than = sql`${values[at] ?? null}::${sql.unsafe(casts[each.type])}`;
    return { ...each, value, than, isNull: values[at] === null };
  });
  const [first] = known;
  const operator = sql.unsafe(first?.direction === 'desc' ? '<' : '>');
  if (known.every(({ notNull, direction }) => notNull && direction === first?.direction)) {
    const row = joined(
      sql,
      known.map(({ value }) => value),
    );
    return sql`(${row}) ${operator} (${joined(
      sql,
      known.map(({ than }) => than),
    )})`;
  }
  let ties: Fragment = sql`true`;
  let later: Fragment = sql`false`;
  for (const { value, than, isNull, notNull, direction } of known) {
    const beyond = direction === 'desc' ? sql`${value} < ${than}` : sql`${value} > ${than}`;
    const follows = notNull ? beyond : sql`(${beyond} or ${value} is null)`;
    if (!isNull) later = sql`${later} or (${ties} and ${follows})`;
    ties = sql`${ties} and ${value} ${isNull ? sql`is null` : sql`= ${than}`}`;
  }
  return sql`(${later})`;
}

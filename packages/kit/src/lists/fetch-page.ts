import { type Fragment, joined, type Query, type Sql } from '../sql.ts';
import { casts } from './fields.ts';
import {
  type After,
  type ListQuery,
  type PageRequest,
  type Place,
  parsePage,
  toPage,
} from './page.ts';
import { compared, type OrderColumn, orderColumns, toOrder } from './sort.ts';

/** Rows that are read just to be skipped, rather than finding the keys of the others first. */
const few = 20;

/** A search that finds so many is read in the order of the list, where its total is known. */
const many = 2_000;

type Found<Row> = Row & { sortValues: After['values'] };
type Counted = { total: number; snapshot: string | null };
type Count = Query<[Counted]>;

/** Totals that are remembered, by the query that counts the list. */
export type Totals = {
  /** Asks whether the remembered total still holds, and answers it; undefined where there is none. */
  find: (count: Count) => Promise<number | undefined> | undefined;
  keep: (count: Count, total: number, snapshot: string | null) => void;
};

/**
 * Reads a page of a list and its total, counted or remembered; in a transaction that reads, as of
 * one state. Throws VALIDATION_FAILED for an unknown sort field and for `page` with `cursor`.
 */
export async function fetchPage<Row>(
  sql: Sql,
  list: ListQuery,
  request: PageRequest,
  totals?: Totals,
) {
  const place = parsePage(request, list.fields, list.defaultSort);
  const hidden = request.sort?.length || !list.defaultOrder ? [] : [list.defaultOrder];
  const columns = [...hidden, ...orderColumns(place.terms, list.key)];
  const read = list.isSearch ? searched<Row> : listed<Row>;
  const [found, total] = await read(sql, list, place, columns, totals);
  const { size } = place;
  const next = found.length > size ? found[size - 1]?.sortValues : undefined;
  return toPage<Row>(found.slice(0, size), total, place, next);
}

/** Counts a list, and names the state that it was counted in unless the transaction writes. */
const countQuery = (sql: Sql, { from, where }: ListQuery) => sql<[Counted]>`
  select count(*)::int as total, ${snapshot(sql)} as snapshot from ${from} where ${where}`;

const snapshot = (sql: Sql) =>
  sql`case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end`;

/** Reads the page, and in the same packet asks whether the remembered total holds, or counts. */
async function listed<Row>(
  sql: Sql,
  list: ListQuery,
  place: Place,
  columns: readonly OrderColumn[],
  totals?: Totals,
): Promise<[Found<Row>[], number]> {
  const count = countQuery(sql, list);
  const counted = async () => {
    const [found] = await count;
    totals?.keep(count, found.total, found.snapshot);
    return found.total;
  };
  const known = totals?.find(count);
  const total = known ? known.then((each) => each ?? counted()) : counted();
  return Promise.all([sql<Found<Row>[]>`${pageRows(sql, list, place, columns)}`, total]);
}

/** Returns the rows of a page and one more, which tells that there is a next page. */
function pageRows(sql: Sql, list: ListQuery, place: Place, columns: readonly OrderColumn[]) {
  const { after, terms, offset } = place;
  const where = after ? sql`${list.where} and ${isAfter(sql, columns, after.values)}` : list.where;
  const order = toOrder(sql, columns);
  const page = sql`${list.from} where ${where} order by ${order} ${limit(sql, place)}`;
  const isSoonFound = terms.length === 1 && terms[0]?.field.indexed && (after || offset <= few);
  if (!list.keysFirst || isSoonFound)
    return sql`select ${selected(sql, list, columns)} from ${page}`;
  // An array is made once, whatever the planner believes of a table that was never analysed.
  const keys = sql`array(select ${sql(list.key)} from ${page})`;
  return rowsOf(sql, list, columns, keys);
}

/** Finds the rows of a search once, then reads those of the page. Of many it reads the page only. */
async function searched<Row>(
  sql: Sql,
  list: ListQuery,
  place: Place,
  columns: readonly OrderColumn[],
  totals?: Totals,
): Promise<[Found<Row>[], number]> {
  const count = countQuery(sql, list);
  const known = await totals?.find(count);
  if (known !== undefined && known > many && list.whereMany) {
    const plain = { ...list, where: list.whereMany };
    return [await sql<Found<Row>[]>`${pageRows(sql, plain, place, columns)}`, known];
  }
  const named = columns.map((each, at) => ({ ...each, column: `by${at}`, folded: false }));
  const values = columns.map((each, at) => sql`${compared(sql, each)} as ${sql(`by${at}`)}`);
  const after = place.after ? isAfter(sql, named, place.after.values) : sql`true`;
  const [{ keys, ...counted }] = await sql<[Counted & { keys: string[] }]>`
    with found as materialized (
      select ${sql(list.key)} as found_key, ${joined(values)} from ${list.from} where ${list.where})
    select (select count(*)::int from found) as total, ${snapshot(sql)} as snapshot,
           array(select found_key from found where ${after}
                  order by ${toOrder(sql, named)} ${limit(sql, place)}) as keys`;
  totals?.keep(count, counted.total, counted.snapshot);
  const rows = await sql<Found<Row>[]>`${rowsOf(sql, list, columns, sql`${keys}::uuid[]`)}`;
  return [rows, counted.total];
}

const rowsOf = (sql: Sql, list: ListQuery, columns: readonly OrderColumn[], keys: Fragment) => sql`
  select ${selected(sql, list, columns)} from ${list.from}
   where ${sql(list.key)} = any(${keys}) order by ${toOrder(sql, columns)}`;

/** Returns the columns selected of a row, with the values by which a next page begins after it. */
function selected(sql: Sql, { select }: ListQuery, columns: readonly OrderColumn[]): Fragment {
  const values = columns.map((each) => sql`${compared(sql, each)}::text`);
  return sql`${select}, array[${joined(values)}] as sort_values`;
}

/**
 * LIMIT and OFFSET, so that the planner sees the same whatever they are and keeps its plan: it takes
 * parameters for a tenth of the list, and would plan anew each time. Few are simply written out.
 */
function limit(sql: Sql, { size, offset, after }: Place): Fragment {
  const skipped = after ? 0 : offset;
  if (skipped > few) return sql`${sql.unsafe(`limit ${size + 1}`)} offset (select ${skipped}::int)`;
  return sql`${sql.unsafe(`limit ${size + 1} offset ${skipped}`)}`;
}

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
    const stated = joined(known.map((each) => each.value));
    return sql`(${stated}) ${operator} (${joined(known.map((each) => each.than))})`;
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

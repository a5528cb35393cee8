import { type Fragment, joined, type Query, type Sql } from '@atrium/kit/sql.ts';
import { kinds } from './fields.ts';
import { type ListQuery, type PageRequest, type Place, parsePage, toPage } from './page.ts';
import { compared, type OrderColumn, orderColumns, toOrder } from './sort.ts';

/** Rows that are read just to be skipped, rather than finding the keys of the others first. */
const few = 20;

/** A search that finds so many is read in the order of the list, where its total is known. */
const many = 2_000;

type Counted = { total: number; snapshot: string | null };
type Count = Query<[Counted]>;
type Values = (string | null)[];
type Found<Row> = Row & { sortValues: Values };
type List = { sql: Sql; list: ListQuery; place: Place; columns: readonly OrderColumn[] };

/** Totals that are remembered, by the query that counts the list. */
export type Totals = {
  /** Asks whether the remembered total still holds, and answers it; undefined where there is none. */
  find: (count: Count) => Promise<number | undefined> | undefined;
  keep: (count: Count, counted: Counted) => void;
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
  const place = parsePage(request, list);
  const hidden = request.sort?.length || !list.defaultOrder ? [] : [list.defaultOrder];
  const columns = [...hidden, ...orderColumns(place.terms, list.key)];
  const count = sql<[Counted]>`
    select count(*)::int as total, ${snapshot(sql)} as snapshot
      from ${list.from} where ${list.where}`;
  const read = list.isSearch ? readSearch<Row> : readList<Row>;
  const [found, total] = await read({ sql, list, place, columns }, count, totals);
  const next = found.length > place.size ? found[place.size - 1]?.sortValues : undefined;
  return toPage<Row>(found.slice(0, place.size), total, place, next);
}

/**
 * Names the state that a total was counted in, unless the transaction writes, or reads at a standby: a
 * snapshot there does not name the transactions that are under way.
 */
const snapshot = (sql: Sql) => sql`
  case when not pg_is_in_recovery() and pg_current_xact_id_if_assigned() is null
       then pg_current_snapshot()::text end`;

/** Reads the page, and in the same packet asks whether the remembered total holds, or counts. */
async function readList<Row>(all: List, count: Count, totals?: Totals) {
  const counted = async () => {
    const [found] = await count;
    totals?.keep(count, found);
    return found.total;
  };
  const known = totals?.find(count);
  const total = known ? known.then((each) => each ?? counted()) : counted();
  return Promise.all([pageRows<Row>(all), total]);
}

/** Finds the rows of a search once, then reads those of the page. Of many it reads the page only. */
async function readSearch<Row>(all: List, count: Count, totals?: Totals) {
  const { sql, list, place, columns } = all;
  const known = await totals?.find(count);
  if (known !== undefined && known > many && list.whereMany) {
    const plain = { ...list, where: list.whereMany };
    return [await pageRows<Row>({ ...all, list: plain }), known] as const;
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
  totals?.keep(count, counted);
  return [await rowsOf<Row>(all, sql`${keys}::uuid[]`), counted.total] as const;
}

/** Returns the rows of a page and one more, which tells that there is a next page. */
function pageRows<Row>(all: List): Query<Found<Row>[]> {
  const { sql, list, place, columns } = all;
  const { after, terms, offset } = place;
  const where = after ? sql`${list.where} and ${isAfter(sql, columns, after.values)}` : list.where;
  const page = sql`${list.from} where ${where} order by ${toOrder(sql, columns)} ${limit(sql, place)}`;
  const isSoonFound = terms.length === 1 && terms[0]?.field.indexed && (after || offset <= few);
  if (!list.keysFirst || isSoonFound) return sql`select ${selected(all)} from ${page}`;
  // An array is made once, whatever the planner believes of a table that was never analysed.
  return rowsOf(all, sql`array(select ${sql(list.key)} from ${page})`);
}

function rowsOf<Row>(all: List, keys: Fragment): Query<Found<Row>[]> {
  const { sql, list, columns } = all;
  return sql`
    select ${selected(all)} from ${list.from}
     where ${sql(list.key)} = any(${keys}) order by ${toOrder(sql, columns)}`;
}

/** Returns the columns selected of a row, with the values by which a next page begins after it. */
function selected({ sql, list, columns }: List): Fragment {
  const values = columns.map((each) => sql`${compared(sql, each)}::text`);
  return sql`${list.select}, array[${joined(values)}] as sort_values`;
}

/** LIMIT and OFFSET, a larger one such that the planner sees the same and keeps its plan, however large it is. */
function limit(sql: Sql, { size, offset, after }: Place): Fragment {
  const skipped = after ? 0 : offset;
  if (skipped > few) return sql`${sql.unsafe(`limit ${size + 1}`)} offset (select ${skipped}::int)`;
  return sql.unsafe(`limit ${size + 1} offset ${skipped}`);
}

/** The condition that a row comes after one with these values; nulls come last either way. */
function isAfter(sql: Sql, columns: readonly OrderColumn[], values: Values): Fragment {
  const known = columns.map((each, at) => ({
    ...each,
    value: compared(sql, each),
    operator: sql.unsafe(each.direction === 'desc' ? '<' : '>'),
    than: sql`${values[at] ?? null}::${sql.unsafe(kinds[each.type].cast)}`,
    isNull: values[at] === null,
  }));
  const [first] = known;
  if (known.every(({ notNull, direction }) => notNull && direction === first?.direction)) {
    const [stated, than] = [known.map((each) => each.value), known.map((each) => each.than)];
    return sql`(${joined(stated)}) ${first?.operator ?? null} (${joined(than)})`;
  }
  let ties: Fragment = sql`true`;
  let later: Fragment = sql`false`;
  for (const { value, operator, than, isNull, notNull } of known) {
    const beyond = sql`${value} ${operator} ${than}`;
    const follows = notNull ? beyond : sql`(${beyond} or ${value} is null)`;
    if (!isNull) later = sql`${later} or (${ties} and ${follows})`;
    ties = sql`${ties} and ${value} ${isNull ? sql`is null` : sql`= ${than}`}`;
  }
  return sql`(${later})`;
}

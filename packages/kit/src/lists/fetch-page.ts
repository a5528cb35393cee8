import type { Fragment, Sql } from 'postgres';
import { castOf } from './casts.ts';
import { type Anchor, addAnchor, type Known, nearestAnchor } from './list-memory.ts';
import { type ListProof, type ListQuery, type PageRequest, readPage, toPage } from './page.ts';
import { joined, type OrderColumn, orderColumns, toOrder } from './sort.ts';

/** Where a page is: in which order, from which row on, or from a known row on. */
type Place = { columns: OrderColumn[]; order: string; offset: number; size: number };
type Found = { anchor: string[] };
type Gathered = Found & { total: number; snapshot: string | null; changed: boolean | null };
type Counting = Pick<ListQuery, 'from' | 'where' | 'memory'>;

/** Rows that are read just to be skipped, rather than finding the keys of the others first. */
const few = 20;
/** A search that finds more is not gathered each time, but read along the list's order. */
const many = 2000;
/** How far from a known row a search may be read along. */
const near = 1000;

/**
 * Runs a list and wraps it. Throws VALIDATION_FAILED for an unknown sort field.
 *
 * With a memory the total is counted once, and after that the database is only asked whether
 * anything has changed. The question follows the page: what has not changed by then had not
 * changed before either, so both it and the row from which the page was read hold.
 */
export async function fetchPage<Row>(sql: Sql, list: ListQuery, request: PageRequest) {
  const page = readPage(request, list.fields, list.defaultSort);
  const hidden = request.sort?.length ? undefined : list.defaultOrder;
  const columns = [...(hidden ? [hidden] : []), ...orderColumns(page.terms, list.key)];
  const order = columns.map(({ column, direction }) => `${column} ${direction}`).join();
  const place = { columns, order, offset: page.number * page.size, size: page.size };
  const { content, total } = list.search
    ? await search<Row>(sql, list, place)
    : await walk<Row>(sql, list, place);
  return toPage(content, total, page);
}

/** Reads along the list's order, and counts unless the count that is known holds. */
async function walk<Row>(sql: Sql, list: ListQuery, place: Place) {
  const known = list.memory?.memory.find(list.memory.key);
  const proven = known && (await readProven<Row>(sql, list, place, known));
  if (proven) return proven;
  const [rows, total] = await Promise.all([readRows<Row>(sql, list, place), count(sql, list)]);
  return { content: rows as Row[], total };
}

/** Asks the text index, unless so many are known to be found that walking past the rest is cheaper. */
async function search<Row>(sql: Sql, list: ListQuery, place: Place) {
  const { where, search, memory } = list;
  const both = (condition: Fragment | undefined) =>
    condition ? sql`${where} and ${condition}` : where;
  const known = memory?.memory.find(memory.key);
  if (known && known.total > many && isNear(known, place)) {
    const compared = { ...list, where: both(search?.compared) };
    const proven = await readProven<Row>(sql, compared, place, known);
    if (proven) return proven;
  }
  const indexed = { ...list, where: both(search?.indexed) };
  const rows = await gatherRows<Row>(sql, indexed, place, known);
  const [first] = rows;
  if (!first) {
    // A first page without rows says that there are none; a later one may lie behind the end.
    const total = place.offset === 0 ? 0 : await count(sql, { ...indexed, memory: undefined });
    return { content: [], total };
  }
  const { total, snapshot, changed } = first;
  if (memory && snapshot && total > many) {
    const same = changed === false ? known : undefined;
    noteAnchors(same ?? memory.memory.keep(memory.key, snapshot, total), place, rows);
  }
  return { content: rows as Row[], total };
}

function isNear(known: Known, { order, offset }: Place): boolean {
  const start = nearestAnchor(known, order, offset);
  return start !== undefined && offset - start.offset <= near;
}

/** The page from the nearest known row on; undefined when what is known holds no more. */
async function readProven<Row>(sql: Sql, list: ListQuery, place: Place, known: Known) {
  if (!list.memory) return undefined;
  const start = nearestAnchor(known, place.order, place.offset);
  const reading = readRows<Row>(sql, list, place, start);
  const [rows, still] = await Promise.all([reading, holds(sql, list.memory, known)]);
  if (!still) return undefined;
  noteAnchors(known, place, rows);
  return { content: rows as Row[], total: known.total };
}

/** How many rows a list has, counted when something may have changed since the last time. */
export async function countRows(sql: Sql, list: Counting): Promise<number> {
  const { memory } = list;
  const known = memory?.memory.find(memory.key);
  if (memory && known && (await holds(sql, memory, known))) return known.total;
  return count(sql, list);
}

/** Whether what is known of a list still holds; if so it holds for the state of now. */
async function holds(sql: Sql, memory: ListProof, known: Known): Promise<boolean> {
  const [now] = await sql<{ changed: boolean; snapshot: string | null }[]>`
    select ${memory.changedSince(known.snapshot)} as changed, ${memory.snapshot} as snapshot`;
  if (now?.changed !== false) return false;
  if (now.snapshot) known.snapshot = now.snapshot;
  return true;
}

/** Counts a list and remembers the total, if it has a memory. */
async function count(sql: Sql, { from, where, memory }: Counting): Promise<number> {
  const [now] = await sql<{ total: number; snapshot: string | null }[]>`
    select (select count(*)::int from ${from} where ${where}) as total,
           ${memory?.snapshot ?? sql`null::text`} as snapshot`;
  if (memory && now?.snapshot) memory.memory.keep(memory.key, now.snapshot, now.total);
  return now?.total ?? 0;
}

/**
 * The rows of a page, each with the values by which it is found again. Sent at once, where a query
 * would wait to be awaited: what is asked next comes after it.
 */
function readRows<Row>(sql: Sql, list: ListQuery, place: Place, start?: Anchor) {
  const { columns, offset, size } = place;
  const order = toOrder(sql, columns);
  const where = start ? sql`${list.where} and ${notBefore(sql, columns, start)}` : list.where;
  const skipped = offset - (start?.offset ?? 0);
  // What is selected is worked out for the rows of the page, and not before they are sorted.
  const [alias = ''] = list.key.split('.');
  const page = sql`
    ${list.from} where ${where} order by ${order} limit ${size} offset ${skipped}`;
  const select = sql`${list.select}, ${anchorOf(sql, list, columns)} as anchor`;
  const query = !list.keysFirst
    ? sql<(Row & Found)[]>`select ${select} from ${page}`
    : skipped > few || !list.memory
      ? sql<(Row & Found)[]>`
          select ${select} from ${list.from}
           where ${sql(list.key)} in (select ${sql(list.key)} from ${page}) order by ${order}`
      : sql<(Row & Found)[]>`
          select ${select} from (select ${sql(alias)}.* from ${page}) ${sql(alias)} order by ${order}`;
  return query.then((rows) => rows);
}

/** The same where all that are found have to be looked at anyway: counted by the same statement. */
function gatherRows<Row>(sql: Sql, list: ListQuery, place: Place, known?: Known) {
  const { columns, offset, size } = place;
  const { memory } = list;
  const named = columns.map((each, at) => ({ ...each, column: `by${at}`, folded: false }));
  const values = columns.map((each, at) => sql`${compared(sql, each)} as ${sql(`by${at}`)}`);
  const changed = known && memory ? memory.changedSince(known.snapshot) : sql`null::boolean`;
  return sql<(Row & Gathered)[]>`
    with found as materialized (
      select ${sql(list.key)} as found_key, ${joined(sql, values)}
        from ${list.from} where ${list.where})
    select ${list.select}, ${anchorOf(sql, list, columns)} as anchor,
           (select count(*)::int from found) as total,
           ${memory?.snapshot ?? sql`null::text`} as snapshot, ${changed} as changed
      from ${list.from}
     where ${sql(list.key)} in (
       select found_key from found order by ${toOrder(sql, named)} limit ${size} offset ${offset})
     order by ${toOrder(sql, columns)}`;
}

const compared = (sql: Sql, { column, folded }: OrderColumn) =>
  folded ? sql`fold(${sql(column)})` : sql`${sql(column)}`;

/** Whether rows can be found by their values through an index: all one way, and none of them null. */
function isComparable(columns: readonly OrderColumn[]): boolean {
  return columns.every(
    ({ notNull, folded, direction }) => notNull && !folded && direction === columns[0]?.direction,
  );
}

function anchorOf(sql: Sql, { memory }: ListQuery, columns: readonly OrderColumn[]): Fragment {
  if (!memory || !isComparable(columns)) return sql`null::text[]`;
  return sql`array[${joined(
    sql,
    columns.map((each) => sql`${compared(sql, each)}::text`),
  )}]`;
}

function notBefore(sql: Sql, columns: readonly OrderColumn[], { values }: Anchor): Fragment {
  const row = joined(
    sql,
    columns.map((each) => compared(sql, each)),
  );
  const known = joined(
    sql,
    columns.map(({ type }, at) => sql`${values[at] ?? ''}::${castOf(sql, type)}`),
  );
  return columns[0]?.direction === 'desc'
    ? sql`(${row}) <= (${known})`
    : sql`(${row}) >= (${known})`;
}

function noteAnchors(known: Known, { order, offset }: Place, rows: readonly Found[]): void {
  for (const at of [0, rows.length - 1]) {
    const values = rows[at]?.anchor;
    if (values) addAnchor(known, order, { offset: offset + at, values });
  }
}

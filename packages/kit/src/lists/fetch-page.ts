import type { Fragment, Sql } from 'postgres';
import { readProven } from './known-page.ts';
import { type Known, nearestAnchor } from './list-memory.ts';
import { type ListProof, type ListQuery, type PageRequest, parsePage, toPage } from './page.ts';
import {
  anchorOf,
  compared,
  type Found,
  limit,
  noteAnchors,
  type Place,
  pageRows,
  placeOf,
  selected,
  within,
} from './page-rows.ts';
import { joined, toOrder } from './sort.ts';

type Gathered = Found & { total: number; snapshot: string | null; changed: boolean | null };
type Counting = Pick<ListQuery, 'entered' | 'from' | 'where' | 'memory'>;

/** A search that finds more is not gathered each time, but read along the list's order. */
const many = 2000;
/** How far from a known row a search may be read along. */
const near = 1000;

/**
 * Runs a list and wraps it; with a memory the total is remembered, and `readKnownPage` may tell the
 * next pages. Each statement enters by the list's `entered`, so that it may be a transaction of its
 * own. Throws VALIDATION_FAILED for an unknown sort field.
 */
export async function fetchPage<Row>(sql: Sql, list: ListQuery, request: PageRequest) {
  const page = parsePage(request, list.fields, list.defaultSort);
  const place = placeOf(list, page);
  const { content, total } = list.search
    ? await search<Row>(sql, list, place)
    : await walk<Row>(sql, list, place);
  return toPage(content, total, page);
}

/** Reads along the list's order, and counts unless the count that is known holds. */
async function walk<Row>(sql: Sql, list: ListQuery, place: Place) {
  const { memory } = list;
  const known = memory?.memory.find(memory.key);
  const proven = memory && known && (await readProven<Row>(sql, { ...list, memory }, place, known));
  if (proven) return proven;
  // Sent at once, where a query would wait to be awaited.
  const reading = sql<(Row & Found)[]>`
    select page.* from (select ${list.entered} as entered offset 0) own
     cross join lateral (${pageRows(sql, within(sql, list), place)}) page`.then((rows) => rows);
  const [rows, total] = await Promise.all([reading, count(sql, list)]);
  return { content: rows as Row[], total };
}

/** Asks the text index, unless so many are known to be found that walking past the rest is cheaper. */
async function search<Row>(sql: Sql, list: ListQuery, place: Place) {
  const { where, search, memory } = list;
  const both = (condition: Fragment | undefined) =>
    condition ? sql`${where} and ${condition}` : where;
  const known = memory?.memory.find(memory.key);
  if (memory && known && known.total > many && isNear(known, place)) {
    const compared = { ...list, memory, where: both(search?.compared) };
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

/** How many rows a list has, counted when something may have changed since the last time. */
export async function countRows(sql: Sql, list: Counting): Promise<number> {
  const { memory } = list;
  const known = memory?.memory.find(memory.key);
  if (memory && known && (await holds(sql, { ...list, memory }, known))) return known.total;
  return count(sql, list);
}

/** Whether what is known of a list still holds; if so it holds for the state of now. */
async function holds(
  sql: Sql,
  { entered, memory }: Pick<ListQuery, 'entered'> & { memory: ListProof },
  known: Known,
): Promise<boolean> {
  const [now] = await sql<{ changed: boolean; snapshot: string | null }[]>`
    select proof.* from (select ${entered} as entered offset 0) own
     cross join lateral (
       select ${memory.changedSince(known.snapshot)} as changed, ${memory.snapshot} as snapshot
        where own.entered is not null offset 0) proof`;
  if (now?.changed !== false) return false;
  if (now.snapshot) known.snapshot = now.snapshot;
  return true;
}

/** Counts a list and remembers the total, if it has a memory. */
async function count(sql: Sql, list: Counting): Promise<number> {
  const { memory } = list;
  const { from, where } = within(sql, list);
  const [now] = await sql<{ total: number; snapshot: string | null }[]>`
    select counted.* from (select ${list.entered} as entered offset 0) own
     cross join lateral (
       select count(*)::int as total, ${memory?.snapshot ?? sql`null::text`} as snapshot
         from ${from} where ${where} offset 0) counted`;
  if (memory && now?.snapshot) memory.memory.keep(memory.key, now.snapshot, now.total);
  return now?.total ?? 0;
}

/** The rows of a page where all that are found have to be looked at anyway: counted by the same statement. */
function gatherRows<Row>(sql: Sql, list: ListQuery, place: Place, known?: Known) {
  const { columns, offset, size } = place;
  const { memory } = list;
  const { from, where } = within(sql, list);
  const named = columns.map((each, at) => ({ ...each, column: `by${at}`, folded: false }));
  const values = columns.map((each, at) => sql`${compared(sql, each)} as ${sql(`by${at}`)}`);
  const changed = known && memory ? memory.changedSince(known.snapshot) : sql`null::boolean`;
  return sql<(Row & Gathered)[]>`
    select page.* from (select ${list.entered} as entered offset 0) own
     cross join lateral (
       with found as materialized (
         select ${sql(list.key)} as found_key, ${joined(sql, values)} from ${from} where ${where})
       select ${selected(sql, list)}, ${anchorOf(sql, list, columns)} as anchor,
              (select count(*)::int from found) as total,
              ${memory?.snapshot ?? sql`null::text`} as snapshot, ${changed} as changed
         from ${list.from}
        where ${sql(list.key)} in (
          select found_key from found order by ${toOrder(sql, named)} ${limit(sql, size, offset)})
        order by ${toOrder(sql, columns)}) page`;
}

import type { Fragment, Sql } from 'postgres';
import { castOf } from './casts.ts';
import { type Anchor, addAnchor, type Known } from './list-memory.ts';
import type { JsonSelect, ListProof, ListQuery, PageRead } from './page.ts';
import type { HeldRows } from './page-memory.ts';
import { joined, type OrderColumn, orderColumns, toOrder } from './sort.ts';

/** Where a page is: in which order, whether an index has that order, from which row on. */
export type Place = {
  columns: OrderColumn[];
  order: string;
  indexed: boolean;
  offset: number;
  size: number;
};
/** A row of a page, with the values by which it is found again. */
export type Found = { anchor: string[] };
/** A row as JSON, unless what is held of the page has it. */
type Versioned = { json: string | null; version: string };

/** Rows that are read just to be skipped, rather than finding the keys of the others first. */
export const few = 20;

/**
 * The same list below `own`, the row of a statement in which the tenant is entered: since all that is
 * read refers to it, nothing is read before.
 */
export const within = <L extends { where: Fragment }>(sql: Sql, list: L): L => ({
  ...list,
  where: sql`own.entered is not null and ${list.where}`,
});

export function placeOf(list: ListQuery, page: PageRead): Place {
  const hidden = page.isSorted ? undefined : list.defaultOrder;
  const columns = [...(hidden ? [hidden] : []), ...orderColumns(page.terms, list.key)];
  const order = columns.map(({ column, direction }) => `${column} ${direction}`).join();
  const [term, ...others] = page.terms;
  const indexed = Boolean(term?.field.indexed) && others.length === 0;
  return { columns, order, indexed, offset: page.number * page.size, size: page.size };
}

/**
 * The statement of a page's rows, from a known row on if one is given. It writes no JSON of rows
 * that are held; `fill` puts it back.
 */
export function pageRows(
  sql: Sql,
  list: ListQuery,
  place: Place,
  { start, held }: { start?: Anchor | undefined; held?: Held | undefined } = {},
): Fragment {
  const { columns, indexed, offset, size } = place;
  const order = toOrder(sql, columns);
  const where = start ? sql`${list.where} and ${notBefore(sql, columns, start)}` : list.where;
  const skipped = offset - (start?.offset ?? 0);
  const page = sql`
    ${list.from} where ${where} order by ${order} ${limit(sql, size, skipped)}`;
  const select = sql`${selected(sql, list, held?.rows)}, ${anchorOf(sql, list, columns)} as anchor, true as found`;
  if (!list.keysFirst || ((start || indexed) && skipped <= few))
    return sql`select ${select} from ${page}`;
  return sql`
    select ${select} from ${list.from}
     where ${sql(list.key)} in (select ${sql(list.key)} from ${page}) order by ${order}`;
}

/** What is selected of a row. */
export function selected(sql: Sql, { select }: ListQuery, held?: HeldRows): Fragment {
  if (!isJson(select)) return select;
  const { json, version } = select;
  if (!held) return sql`${json} as json`;
  const versions = [...held.keys()];
  return sql`case when ${version} <> all(${versions}::text[]) then ${json} end as json, ${version} as version`;
}

const isJson = (select: Fragment | JsonSelect): select is JsonSelect => 'json' in select;

/** What is held of a page of a list with a memory, if its rows come as JSON. */
export type Held = { rows: HeldRows; fill: (content: readonly unknown[]) => void };

/** What is held of a page; `fill` gives each row its JSON, and holds the page as it is now. */
export function heldOf(
  { select, memory: proof }: ListQuery & { memory: ListProof },
  { order, offset, size }: Place,
): Held | undefined {
  if (!isJson(select)) return undefined;
  const { pages } = proof.memory;
  const key = JSON.stringify([proof.key, order, offset, size]);
  const rows = pages.find(key);
  const fill = (content: readonly unknown[]) => {
    const now = new Map<string, string>();
    for (const row of content as Versioned[]) {
      const json = row.json ?? (rows.get(row.version) as string);
      row.json = json;
      now.set(row.version, json);
    }
    pages.keep(key, now);
  };
  return { rows, fill };
}

/**
 * LIMIT and OFFSET, so that the planner sees the same whatever they are and keeps its plan: it takes
 * parameters for a tenth of the list, and would plan anew each time. Few are simply written out.
 */
export function limit(sql: Sql, size: number, skipped: number): Fragment {
  if (skipped > few) return sql`${sql.unsafe(`limit ${size}`)} offset (select ${skipped}::int)`;
  return sql`${sql.unsafe(`limit ${size} offset ${skipped}`)}`;
}

/** A column as it is compared. */
export const compared = (sql: Sql, { column, folded }: OrderColumn): Fragment =>
  folded ? sql`fold(${sql(column)})` : sql`${sql(column)}`;

/** The values by which a row is found again; null where no index could find it. */
export function anchorOf(
  sql: Sql,
  { memory }: ListQuery,
  columns: readonly OrderColumn[],
): Fragment {
  if (!memory || !isComparable(columns)) return sql`null::text[]`;
  return sql`array[${joined(
    sql,
    columns.map((each) => sql`${compared(sql, each)}::text`),
  )}]`;
}

/** Whether rows can be found by their values through an index: all one way, and none of them null. */
function isComparable(columns: readonly OrderColumn[]): boolean {
  return columns.every(
    ({ notNull, folded, direction }) => notNull && !folded && direction === columns[0]?.direction,
  );
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

/** Remembers where a page begins and ends. */
export function noteAnchors(
  known: Known,
  { order, offset }: Place,
  rows: readonly (Found | undefined)[],
): void {
  for (const at of [0, rows.length - 1]) {
    const values = rows[at]?.anchor;
    if (values) addAnchor(known, order, { offset: offset + at, values });
  }
}

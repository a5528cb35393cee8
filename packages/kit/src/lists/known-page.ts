import type { Fragment, Sql } from 'postgres';
import { type Anchor, type Known, nearestAnchor } from './list-memory.ts';
import { type ListProof, type ListQuery, type PageRequest, parsePage, toPage } from './page.ts';
import { type Found, noteAnchors, type Place, pageRows, placeOf, within } from './page-rows.ts';

type Proof = { changed: boolean; snapshot: string | null; total: number | null };
type ProvenRow = Proof & Found & { found: true | null };

/** Lists up to this long are counted along with the page, if anything may have changed. */
const quicklyCounted = 5000;

/** Of a list this long a page is found soon along an index of its order, whatever else is left out. */
const dense = 200;

/**
 * A page of a list whose total is remembered, by one statement that may be its own transaction.
 * Undefined when the total is not known, or not any more, and when the page may take longer than
 * others on the connection should wait; then `fetchPage` tells.
 * Throws VALIDATION_FAILED for an unknown sort field.
 */
export async function readKnownPage<Row>(sql: Sql, list: ListQuery, request: PageRequest) {
  const page = parsePage(request, list.fields, list.defaultSort);
  const [term, ...others] = page.terms;
  const { memory } = list;
  if (!memory || list.search || !term?.field.indexed || others.length > 0) return undefined;
  const known = memory.memory.find(memory.key);
  if (!known || known.total < dense) return undefined;
  const proven = await readProven<Row>(sql, { ...list, memory }, placeOf(list, page), known);
  return proven && toPage(proven.content, proven.total, page);
}

/**
 * A page, from the nearest known row on, and the list's total; undefined when what is known of the
 * list does not hold any more. One statement: what has not changed in the state that it sees
 * had not changed before either.
 */
export async function readProven<Row>(
  sql: Sql,
  list: ListQuery & { memory: ListProof },
  place: Place,
  known: Known,
): Promise<{ content: Row[]; total: number } | undefined> {
  const start = nearestAnchor(known, place.order, place.offset);
  const entered = within(sql, list);
  const rows = await sql<(Row & ProvenRow)[]>`
    select page.*, proof.changed, proof.snapshot, proof.total
      from (select ${list.entered} as entered offset 0) own
     cross join lateral (${proof(sql, entered, known)}) proof
      left join lateral (${pageRows(sql, entered, place, start)}) page on true`;
  const now = settle(list.memory, known, rows[0], start);
  if (!now) return undefined;
  const content = rows.filter((row) => row.found);
  noteAnchors(now, place, content);
  return { content, total: now.total };
}

/** Whether the list may have changed, and if so how long it is, unless it is too long to count. */
function proof(
  sql: Sql,
  { from, where, memory }: ListQuery & { memory: ListProof },
  known: Known,
): Fragment {
  const total =
    known.total > quicklyCounted
      ? sql`null::int`
      : sql`case when changed then (select count(*)::int from ${from} where ${where}) end`;
  return sql`
    select changed, snapshot, ${total} as total
      from (select ${memory.changedSince(known.snapshot)} as changed, ${memory.snapshot} as snapshot
             where own.entered is not null offset 0) asked
    offset 0`;
}

/** What is known after the statement, if that holds for the page that it read. */
function settle(
  { memory, key }: ListProof,
  known: Known,
  now: Proof | undefined,
  start: Anchor | undefined,
): Known | undefined {
  if (!now?.snapshot) return undefined;
  if (!now.changed) {
    known.snapshot = now.snapshot;
    return known;
  }
  // A page that began at a row of before may begin elsewhere now.
  if (now.total === null || start) return undefined;
  return memory.keep(key, now.snapshot, now.total);
}

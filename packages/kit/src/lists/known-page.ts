import type { Fragment, Sql } from 'postgres';
import { type Anchor, type Known, nearestAnchor } from './list-memory.ts';
import { type ListProof, type ListQuery, type PageRequest, parsePage, toPage } from './page.ts';
import {
  type Found,
  few,
  heldOf,
  noteAnchors,
  type Place,
  pageRows,
  placeOf,
  within,
} from './page-rows.ts';

type Proof = { changed: boolean; snapshot: string | null; total: number | null };
type ProvenRow = Proof & Found & { found: true | null };

/** Lists up to this long are counted along with the page, if anything may have changed. */
const quicklyCounted = 5000;

/** Of a list this long a page is found soon along an index of its order, whatever else is left out. */
const dense = 200;

/** A list that has held this often since it was counted is worth a bet that it holds again. */
const steady = 10;

/**
 * A page of a list whose total is remembered, by one statement that may be its own transaction.
 * Undefined when the total is not known, or not any more, and when the page may take longer than
 * others on the connection should wait; then `fetchPage` tells.
 * Throws VALIDATION_FAILED for an unknown sort field.
 */
export async function readKnownPage<Row>(sql: Sql, list: ListQuery, request: PageRequest) {
  const page = parsePage(request, list.fields, list.defaultSort);
  const place = placeOf(list, page);
  const { memory } = list;
  if (!memory || list.search || !place.indexed) return undefined;
  const known = memory.memory.find(memory.key);
  if (!known || known.total < dense) return undefined;
  const proven = await readProven<Row>(sql, { ...list, memory }, place, known);
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
  const start = startOf(known, list, place);
  const entered = within(sql, list);
  const held = heldOf(list, place);
  const rows = await sql<(Row & ProvenRow)[]>`
    select page.*, proof.changed, proof.snapshot, proof.total
      from (select ${list.entered} as entered offset 0) own
     cross join lateral (${proof(sql, entered, known)}) proof
      left join lateral (${pageRows(sql, entered, place, { start, held })}) page on true`;
  const now = settle(list.memory, known, rows[0], start);
  if (!now) return undefined;
  const content = rows.filter((row) => row.found);
  held?.fill(content);
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

/**
 * The known row from which a page is read. One that begins at a row of before may begin elsewhere
 * after a change, and is read again. So the first page, which is soon found without, takes one only
 * of a list that is rarely changed, or of a search, whose first row may be far.
 */
function startOf(known: Known, { search }: ListQuery, { order, offset }: Place) {
  if (offset <= few && !search && known.held < steady) return undefined;
  return nearestAnchor(known, order, offset);
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
    known.held += 1;
    return known;
  }
  if (now.total === null) {
    memory.drop(key, known);
    return undefined;
  }
  const counted = memory.keep(key, now.snapshot, now.total);
  return start ? undefined : counted;
}

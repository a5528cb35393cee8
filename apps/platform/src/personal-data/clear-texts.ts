import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { Kind, NearBy, Texts } from '../kind.ts';
import { clearJson } from './clear-json.ts';
import { historyTexts } from './history-texts.ts';
import type { Matcher } from './text-matcher.ts';

/** The rows of one batch: few enough that their statements are short, whatever the size of the firm. */
const batchSize = 500;
/** So many signs are gone through in one turn of the event loop, and the row that they end in. */
export const signsATurn = 20_000;
/** How many places of numbers that cannot be cleared are told. */
const mostPlaces = 50;

/** How far the search through the firm's texts is, and what it found. */
export type Progress = {
  /** The tables that were gone through, by name: another version of the platform may have another list. */
  through: readonly string[];
  /** The table that it is in the middle of, with the key of the last row that was gone through. */
  after: { table: string; key: string[] } | null;
  /** True once events in calendars are to be written anew: what is kept of the others goes after that. */
  isMended: boolean;
  mentions: number;
  calendarCopies: number;
  /** Where numbers of the person stay: `contacts/{uuid}/custom_fields`. */
  numbers: string[];
};
export const beginning: Progress = {
  through: [],
  after: null,
  isMended: false,
  mentions: 0,
  calendarCopies: 0,
  numbers: [],
};

type Search = {
  matcher: Matcher;
  nearBy: NearBy;
  /** The records and e-mails of the person, which the search passes over. */
  own: readonly string[];
  emails: readonly string[];
  /** False to count only. */
  isClearing: boolean;
};

type Row = Record<string, string | boolean | null>;

/** Returns the tables with texts, in the order in which they are gone through. */
export const textsOf = (kinds: readonly Kind[]): Texts[] => [
  historyTexts,
  ...kinds.flatMap(({ texts = [] }) => texts),
];

/** Returns the table that the search goes on with; undefined when it was in all. */
function tableOf(kinds: readonly Kind[], { through, after }: Progress): Texts | undefined {
  const tables = textsOf(kinds);
  return (
    tables.find(({ table }) => table === after?.table) ??
    tables.find(({ table }) => !through.includes(table))
  );
}

/** Returns whether calendars are to be put right before the search goes on. */
export const isToMend = (kinds: readonly Kind[], progress: Progress): boolean =>
  !progress.isMended && tableOf(kinds, progress)?.counted === 'calendarCopies';

/**
 * Goes through the next rows of the firm's texts, table by table in the order of their keys, and clears
 * what is found in them. Returns how far it is; undefined when there were no more.
 */
export async function clearBatch(
  tx: Tx,
  progress: Progress,
  search: Search,
): Promise<Progress | undefined> {
  let texts = tableOf(tx.kinds, progress);
  if (!texts) return undefined;
  let at = progress;
  for (let left = batchSize; left > 0 && texts && !isToMend(tx.kinds, at); ) {
    const { next, rows } = await clearRows(tx, texts, at, search, left);
    at = next;
    left -= rows;
    texts = tableOf(tx.kinds, at);
  }
  return at;
}

/** Goes through at most so many rows of the table that the search is at. */
async function clearRows(tx: Tx, texts: Texts, progress: Progress, search: Search, limit: number) {
  const rows = await listRows(tx, texts, progress.after?.key ?? null, search, limit);
  let { mentions, calendarCopies } = progress;
  const numbers = [...progress.numbers];
  let signs = 0;
  for (const row of rows) {
    signs += lengthOf(texts, row);
    if (signs > signsATurn) {
      await nextTurn();
      signs = lengthOf(texts, row);
    }
    const found = clearRow(texts, row, search.matcher);
    const key = keyOf(texts, row);
    const places = found.numbers.map((column) => [texts.table, ...key, column].join('/'));
    numbers.push(...places.slice(0, mostPlaces - numbers.length));
    if (found.changes.length === 0) continue;
    if (search.isClearing && !(await update(tx, texts, key, search))) continue;
    if (texts.counted === 'calendarCopies') calendarCopies += 1;
    else mentions += 1;
  }
  const last = rows.at(-1);
  const isThrough = !last || rows.length < limit;
  const next: Progress = {
    ...progress,
    through: isThrough ? [...progress.through, texts.table] : progress.through,
    after: isThrough ? null : { table: texts.table, key: keyOf(texts, last) },
    mentions,
    calendarCopies,
    numbers,
  };
  return { next, rows: rows.length };
}

const columnsOf = ({ texts = [], json = {} }: Texts) => [...texts, ...Object.keys(json)];
const lengthOf = (texts: Texts, row: Row) =>
  columnsOf(texts).reduce((sum, _, at) => sum + String(row[`text${at}`] ?? '').length, 0);
const keyOf = ({ key }: Texts, row: Row) => key.map((_, at) => String(row[`key${at}`]));
const list = (tx: Tx, parts: readonly Fragment[]) =>
  parts.slice(1).reduce((all, part) => tx`${all}, ${part}`, parts[0] ?? tx``);

function selected(tx: Tx, texts: Texts, { nearBy }: Search): Fragment {
  return list(tx, [
    ...texts.key.map((column, at) => tx`${tx(column)}::text as ${tx(`key${at}`)}`),
    ...columnsOf(texts).map((column, at) => tx`${tx(column)}::text as ${tx(`text${at}`)}`),
    tx`coalesce(${texts.near?.(tx, nearBy) ?? tx`false`}, false) as is_near`,
  ]);
}

function listRows(
  tx: Tx,
  texts: Texts,
  after: string[] | null,
  search: Search,
  limit: number,
): Promise<Row[]> {
  const { table, key } = texts;
  const order = list(tx, key.map(tx));
  const isAfter = after
    ? tx`(${order}) > (${list(
        tx,
        after.map((part) => tx`${part}`),
      )})`
    : tx`true`;
  const isOthers = texts.ofContact
    ? tx`not coalesce(${texts.ofContact(tx, search.own, search.emails)}, false)`
    : tx`true`;
  return tx<Row[]>`
    select ${selected(tx, texts, search)} from ${tx(table)}
     where ${isAfter} and ${isOthers} and ${texts.where?.(tx) ?? tx`true`}
     order by ${order} limit ${limit}`;
}

/** Clears a row as it is by now, locked; false when nothing is left to clear. */
async function update(tx: Tx, texts: Texts, key: string[], search: Search): Promise<boolean> {
  const isRow = tx`(${list(tx, texts.key.map(tx))}) = (${list(
    tx,
    key.map((part) => tx`${part}`),
  )})`;
  await texts.lockParent?.(tx, key);
  const [row] = await tx<Row[]>`
    select ${selected(tx, texts, search)} from ${tx(texts.table)} where ${isRow} for no key update`;
  const changes = row ? clearRow(texts, row, search.matcher).changes : [];
  if (changes.length === 0) return false;
  const written = texts.emptied?.map((column) => [column, null] as const) ?? changes;
  await tx`update ${tx(texts.table)} set ${tx(Object.fromEntries(written))} where ${isRow}`;
  await texts.carry?.(tx, key);
  return true;
}

/**
 * Returns the texts of a row that change, by their columns, and the columns in which a number stays. The
 * names are cleared too where the row is about the person, whole names also beside an e-mail or number.
 */
function clearRow(texts: Texts, row: Row, matcher: Matcher) {
  const everywhere = clearColumns(texts, row, matcher, matcher.everywhere);
  if (row.isNear) return clearColumns(texts, row, matcher, matcher.near);
  if (everywhere.changes.length === 0) return everywhere;
  return clearColumns(texts, row, matcher, matcher.beside);
}

function clearColumns(
  texts: Texts,
  row: Row,
  { isNumber }: Matcher,
  clear: (text: string) => string,
) {
  const changes: [column: string, text: string][] = [];
  const numbers: string[] = [];
  columnsOf(texts).forEach((column, at) => {
    const text = row[`text${at}`];
    if (typeof text !== 'string') return;
    const listed = texts.json?.[column];
    if (!listed) {
      const cleared = clear(text);
      if (cleared !== text) changes.push([column, cleared]);
      return;
    }
    const cleared = clearJson(text, { clear, isNumber, listed: new Set(listed) });
    if (cleared.isChanged) changes.push([column, cleared.json]);
    if (cleared.hasNumber) numbers.push(column);
  });
  return { changes, numbers };
}

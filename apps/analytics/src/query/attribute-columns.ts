import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BoundSql, Store } from '../store/store.ts';

const attribute = /\battribute\.(k[0-9a-f]+)\.:String/g;

// Each column costs half a microsecond of every event that comes in.
const mostColumns = 8;
// After so many questions it is looked at, and again after twice as many.
const asksBefore = 20;
// Below, a question is quick anyway; above, a dictionary is slower than the text.
const [fewestEvents, mostValues] = [100_000, 10_000];
const pollMs = 200;

const columnsReady = `
  select name from system.columns
  where database = currentDatabase() and table = 'events' and match(name, '^k[0-9a-f]+$')
    and name not in (
      select extract(command, '(k[0-9a-f]+)') from system.mutations
      where database = currentDatabase() and table = 'events' and not is_done)`;

export type AttributeColumnsOptions = {
  store: Pick<Store, 'control' | 'writer' | 'tablesGiven'>;
  /** Runs what changes the table while nothing is written to it. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Runs a statement within the caps of a question. */
  ask: (statement: BoundSql, signal: AbortSignal) => Promise<unknown[][]>;
  log: Logger;
};

export type AttributeColumns = ReturnType<typeof createAttributeColumns>;

/**
 * Gives attributes that questions often name a column of their own, filled by the engine from
 * `attribute` and coded by a dictionary: a question then reads a byte or two of an event and
 * compares words once, not in each event. What is asked and what is answered stay the same.
 */
export function createAttributeColumns({ store, inTurn, ask, log }: AttributeColumnsOptions) {
  const ready = new Set<string>();
  const asked = new Map<string, { times: number; due: number }>();
  const closing = new AbortController();
  // Begins with the first question: those that come before it is known read `attribute`.
  let working: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    for (const [name] of await store.control.select(columnsReady)) ready.add(String(name));
  }

  function enqueue(work: () => Promise<void>): void {
    working = (working ?? Promise.resolve()).then(work).catch((error) => {
      if (closing.signal.aborted) return;
      log.warn({ err: error }, 'an attribute got no column of its own');
    });
  }

  /** Counts that a question names an attribute. */
  function note(path: string): void {
    if (ready.has(path) || ready.size >= mostColumns || store.tablesGiven) return;
    const { times, due } = asked.get(path) ?? { times: 0, due: asksBefore };
    const isDue = times + 1 >= due;
    if (asked.size > 10_000) asked.clear();
    asked.set(path, isDue ? { times: 0, due: due * 2 } : { times: times + 1, due });
    if (!isDue) return;
    enqueue(() => consider(path));
  }

  async function consider(path: string): Promise<void> {
    if (ready.has(path) || ready.size >= mostColumns || closing.signal.aborted) return;
    const value = `attribute.${path}.:String`;
    const sql = `select count(value), uniqCombined(value) from (select ${value} as value from events)`;
    const [[events, values] = []] = await ask({ sql, params: {} }, closing.signal);
    if (Number(events) < fewestEvents || Number(values) > mostValues) return;
    // A part that has no such column yet makes it from `attribute` when it is read.
    await inTurn(() =>
      store.writer.command(
        `alter table events add column if not exists ${path} LowCardinality(Nullable(String)) materialized ${value}`,
      ),
    );
    await inTurn(() =>
      store.writer.command(
        `alter table events materialize column ${path} settings mutations_sync = 0`,
      ),
    );
    while (!ready.has(path)) {
      await pause(pollMs, undefined, { ref: false, signal: closing.signal });
      await refresh();
    }
    log.info({ events: Number(events), values: Number(values) }, 'an attribute got its own column');
  }

  return {
    /** The same statement, reading the columns that there are. */
    use({ sql, params }: BoundSql): BoundSql {
      if (!working) enqueue(refresh);
      const named = new Set([...sql.matchAll(attribute)].map(([, path = '']) => path));
      for (const path of named) note(path);
      return {
        sql: sql.replaceAll(attribute, (whole, path) => (ready.has(path) ? path : whole)),
        params,
      };
    },

    async close(): Promise<void> {
      closing.abort();
      await working;
    },
  };
}

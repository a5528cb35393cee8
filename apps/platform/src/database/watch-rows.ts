import { createTurns } from '@atrium/kit/http/turns.ts';
import { Gauge, type Registry } from '@prometheus-io/client';
import type { Db } from './db.ts';
import type { Tx } from './transaction.ts';

type Row = { value: number } & Record<string, string | number>;
type Figure = { name: string; help: string; labelNames?: readonly string[] };
export type MetricSources = { db: Pick<Db, 'asPlatform'>; registry: Registry };

type Asked = {
  read: (tx: Tx) => Promise<readonly Row[]>;
  figure: PromiseWithResolvers<readonly Row[]>;
};

// All that is measured takes one connection: whoever asks for it, the others serve requests.
const turns = createTurns({ atOnce: 1 });
const waiting = new WeakMap<MetricSources['db'], Asked[]>();

/**
 * Measures what is read from the database whenever somebody asks: of each row `value`, by its labels. The
 * figures that are asked for together are read in one transaction.
 */
export function watchRows(
  { db, registry }: MetricSources,
  figure: Figure,
  read: (tx: Tx) => Promise<readonly Row[]>,
): void {
  new Gauge({
    ...figure,
    registers: [registry],
    async collect() {
      const rows = await readTogether(db, read);
      this.reset();
      // A figure without labels would be 0 where there is nothing to measure, as a backup's age.
      if (rows.length === 0 && !figure.labelNames) this.remove();
      for (const { value, ...labels } of rows) this.set(labels, value);
    },
  });
}

/** Reads in a transaction with whatever else is asked for in the same turn of the event loop. */
function readTogether(db: MetricSources['db'], read: Asked['read']): Promise<readonly Row[]> {
  const asked = { read, figure: Promise.withResolvers<readonly Row[]>() };
  const others = waiting.get(db);
  if (others) others.push(asked);
  else {
    waiting.set(db, [asked]);
    setImmediate(() => void readAll(db));
  }
  return asked.figure.promise;
}

async function readAll(db: MetricSources['db']): Promise<void> {
  const all = waiting.get(db) ?? [];
  waiting.delete(db);
  try {
    const endTurn = await turns.take('metrics');
    const reading = db.asPlatform((tx) =>
      Promise.all(
        all.map(async ({ read, figure }) => {
          figure.resolve(await read(tx));
        }),
      ),
    );
    await reading.finally(endTurn);
  } catch (error) {
    // Those that are told already stay.
    for (const { figure } of all) figure.reject(error);
  }
}

import { createTurns } from '@atrium/kit/http/turns.ts';
import { Gauge, type Registry } from '@prometheus-io/client';
import type { Db } from './db.ts';
import type { Tx } from './transaction.ts';

type Row = { value: number } & Record<string, string | number>;
type Figure = { name: string; help: string; labelNames?: readonly string[] };
export type MetricSources = { db: Pick<Db, 'asPlatform'>; registry: Registry };

// All that is measured takes one connection: whoever asks for it, the others serve requests.
const turns = createTurns({ atOnce: 1 });

/** Measures what is read from the database whenever somebody asks: of each row `value`, by its labels. */
export function watchRows(
  { db, registry }: MetricSources,
  figure: Figure,
  read: (tx: Tx) => Promise<readonly Row[]>,
): void {
  new Gauge({
    ...figure,
    registers: [registry],
    async collect() {
      const endTurn = await turns.take('metrics');
      const rows = await db.asPlatform(read).finally(endTurn);
      this.reset();
      for (const { value, ...labels } of rows) this.set(labels, value);
    },
  });
}

import type { Tx } from '../src/database/transaction.ts';

/**
 * Runs work whose queries are explained instead of executed, and answers their plans. Each
 * query's rows are then the lines of its plan, so the work's own answer means nothing.
 */
export async function plansOf(
  tx: Tx,
  work: (tx: Tx) => Promise<unknown>,
  how = tx`explain`,
): Promise<string[]> {
  const plans: string[] = [];
  const explaining = (strings: TemplateStringsArray, ...values: never[]) => {
    const query = tx(strings, ...values);
    if (!Array.isArray(strings) || !('raw' in strings)) return query;
    // Only what is awaited is a statement; the rest are fragments of one.
    const explain = async () => {
      const rows = await tx`${how} ${query}`;
      plans.push(rows.map((row) => Object.values(row)[0]).join('\n'));
      return rows;
    };
    return Object.assign(query, {
      // biome-ignore lint/suspicious/noThenProperty: this is how a query is awaited
      then: (done: (rows: unknown) => unknown, failed: (error: unknown) => unknown) =>
        explain().then(done, failed),
    });
  };
  await work(Object.assign(explaining, tx) as unknown as Tx);
  return plans;
}

/** Runs work's queries and returns how many rows their scans read, those included that a filter dropped. */
export async function rowsReadBy(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  const plans = await plansOf(tx, work, tx`explain (analyze, costs off, timing off, summary off)`);
  const lines = plans.join('\n').split('\n');
  let read = 0;
  let loops = 0;
  for (const line of lines) {
    const [, rows, times] = /actual rows=([\d.]+) loops=(\d+)/.exec(line) ?? [];
    const isScan = /\b(Seq|Index|Index Only|Bitmap Heap) Scan\b/.test(line);
    if (times !== undefined) loops = Number(times);
    if (isScan) read += Number(rows ?? 0) * loops;
    const [, removed] = /Rows Removed by (?:Filter|Index Recheck): ([\d.]+)/.exec(line) ?? [];
    read += Number(removed ?? 0) * loops;
  }
  return Math.round(read);
}

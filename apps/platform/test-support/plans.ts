import type { Tx } from '../src/database/transaction.ts';

/**
 * Runs work whose queries are explained instead of executed, and answers their plans. Each
 * query's rows are then the lines of its plan, so the work's own answer means nothing.
 */
export async function plansOf(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const explaining = (strings: TemplateStringsArray, ...values: never[]) => {
    const query = tx(strings, ...values);
    if (!Array.isArray(strings) || !('raw' in strings)) return query;
    // Only what is awaited is a statement; the rest are fragments of one.
    const explain = async () => {
      const rows = await tx`explain ${query}`;
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

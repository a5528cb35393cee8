import type { StoreWriter } from './store.ts';

const everyMs = 1_000;

/** ClickHouse's counter of writes to files that failed. */
const countSql =
  "select value from system.events where event = 'WriteBufferFromFileDescriptorWriteFailed'";

type Options = {
  /** Runs a statement beside the writer's. */
  control: Pick<StoreWriter, 'select'>;
  /** Is called once a write has failed. */
  onFailedWrite: () => void;
};

/**
 * Watches for writes that failed. The embedded engine goes on after one as if it had succeeded: what
 * it wrote then lacks bytes, and the sources of a merge are removed. Merges are looked after every
 * second, the writer's statements one by one.
 */
export async function watchFailedWrites({ control, onFailedWrite }: Options) {
  const count = async ({ select }: Pick<StoreWriter, 'select'>) =>
    Number((await select(countSql))[0]?.[0] ?? 0);
  const before = await count(control);

  async function check(connection: Pick<StoreWriter, 'select'>): Promise<void> {
    if ((await count(connection)) === before) return;
    onFailedWrite();
    throw new Error('The store could not write to its disk');
  }

  let last: Promise<unknown> = Promise.resolve();
  const watch = setInterval(() => {
    last = last.then(() => check(control)).catch(() => {});
  }, everyMs).unref();

  return {
    /** Returns the same writer, whose statements count as done only when no write has failed. */
    guard(writer: StoreWriter): StoreWriter {
      return {
        command: (sql) => writer.command(sql).then(() => check(writer)),
        select: writer.select,
        load: (table, lines) => writer.load(table, lines).then(() => check(writer)),
      };
    },

    async stop(): Promise<void> {
      clearInterval(watch);
      await last;
    },
  };
}

import type { Logger } from 'pino';
import type { Db } from '../database/db.ts';

const everyMs = 500;
const afterFailureMs = 5_000;

/**
 * Moves the texts of new and changed contacts into their index, twice a second. Left alone, the
 * change that finds the list of them full would do it for all before it: a tenth of a second in
 * which everything behind it on the connection waits. Any number of replicas may run it.
 */
export function indexTexts(db: Db, logger: Logger): { stop: () => Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = run();

  async function run(): Promise<void> {
    const moved = await db
      .alone((sql) => sql`select gin_clean_pending_list('contacts_by_text')`)
      .catch((error) => logger.warn({ err: error }, 'index of texts'));
    if (stopped) return;
    timer = setTimeout(
      () => {
        running = run();
      },
      moved ? everyMs : afterFailureMs,
    );
    timer.unref();
  }

  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    await running;
  }

  return { stop };
}

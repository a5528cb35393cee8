import { type Connection, type Connections, whileConnected } from './connections.ts';
import type { DatabaseObserver } from './database-metrics.ts';

type Waiting = PromiseWithResolvers<void>;

export type Flushes = ReturnType<typeof openFlushes>;

/**
 * Puts what was committed on the disk (and on synchronous standbys), for many at a time: commits
 * that did not wait for it themselves wait here. Each round is one small transaction that commits
 * as the server's settings say, and by that everything before it; who comes meanwhile is in the next.
 */
export function openFlushes(connections: Connections, observer?: DatabaseObserver) {
  let waiting: Waiting[] = [];
  let running = false;
  let connection: Connection | undefined;

  /** Resolves when everything committed before the call is durable. Throws UNAVAILABLE. */
  function flushed(): Promise<void> {
    const own = Promise.withResolvers<void>();
    waiting.push(own);
    if (!running) void run();
    return own.promise;
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await flush();
        for (const each of group) each.resolve();
      } catch (error) {
        for (const each of group) each.reject(error);
      }
    }
    running = false;
  }

  async function flush(): Promise<void> {
    if (!connection || connection.isLost) connection = await connections.openAside();
    const startedAt = performance.now();
    connection.usedAt = startedAt;
    // A transaction that has written nothing would not wait for the disk; a message is the least.
    const { sql } = connection;
    await whileConnected(connection, sql`select pg_logical_emit_message(true, 'atrium', '')`);
    observer?.committed((performance.now() - startedAt) / 1000);
    connection.usedAt = Number.POSITIVE_INFINITY;
  }

  return { flushed };
}

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drainPending, Session } from 'chdb';
import { watchFailedWrites } from './failed-writes.ts';
import { bindAsHex } from './literals.ts';
import { type BoundSql, type QueryCaps, type Store, StoreError, storeCodes } from './store.ts';

const linesFormat = 'JSONCompactEachRow';

// Caches small enough for a laptop; the operating system's page cache does the rest. What small
// questions read is kept unpacked (a million events at most), since they are asked again and again.
const connectionArgs = [
  `--config-file=${fileURLToPath(new URL('../../engine.xml', import.meta.url))}`,
  '--mark_cache_size=67108864',
  '--uncompressed_cache_size=67108864',
  '--background_pool_size=2',
  '--background_schedule_pool_size=4',
  // Lists of 1,000 values of 1,024 characters, in hexadecimal.
  '--max_query_size=16777216',
  // The text of an attribute stays text, also where it looks like a time.
  '--input_format_try_infer_dates=0',
  '--input_format_try_infer_datetimes=0',
];

// Measured with lines of 400 bytes: a third of the time that parsing on many threads takes.
const loadSettings = { input_format_parallel_parsing: 0 };

const readSettings =
  'output_format_json_quote_64bit_integers = 0, output_format_json_quote_denormals = 0, ' +
  // Months before 1970 too.
  'enable_extended_results_for_datetime_functions = 1, ' +
  // Our tables have none of these; to look for them costs planning a twentieth of a small question.
  'optimize_use_projections = 0, use_skip_indexes = 0, use_statistics = 0, ' +
  'max_threads_for_indexes = 1, use_uncompressed_cache = 1';

/**
 * Opens ClickHouse's engine inside this process over a data directory, which one process at a
 * time can hold. Each session runs one statement at a time on a thread of libuv's pool, so
 * `readers` plus the writer must leave the pool (4 by default) a thread for files. After a failed
 * write nothing that the engine holds in memory is to be trusted: `onFailedWrite` must end the process.
 */
export async function openChdb(
  directory: string,
  readers = 2,
  onFailedWrite: () => void = () => process.exit(1),
): Promise<Store> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const open = () => new Session(directory, { connectionArgs });
  const [writing, control] = [open(), open()];
  const idle = Array.from({ length: readers }, open);
  const sessions = [writing, control, ...idle];

  async function run(session: Session, sql: string): Promise<string> {
    const result = await session.queryAsync(sql, { format: linesFormat }).catch(refuse);
    return result.text();
  }

  // The library binds values too, but either with one bound query at a time in the whole
  // process (queryBindAsync) or with 8 ms of planning on the event loop (queryStreamBind).
  async function query(statement: BoundSql, caps: QueryCaps, signal?: AbortSignal) {
    const session = idle.pop();
    if (!session) throw new Error('More queries at a time than the store has readers');
    const id = crypto.randomUUID();
    // The library cannot interrupt a running query, the engine can: by the mark we gave it.
    const kill = () =>
      void run(control, `kill query where Settings['log_comment'] = '${id}' async`).catch(() => {});
    try {
      if (signal?.aborted) throw new StoreError(storeCodes.cancelled, signal.reason);
      signal?.addEventListener('abort', kill, { once: true });
      const sql = `${bindAsHex(statement)} settings ${settingsOf(caps, id)}`;
      return toRows(await run(session, sql));
    } finally {
      signal?.removeEventListener('abort', kill);
      idle.push(session);
    }
  }

  const statements = (session: Session) => ({
    command: async (sql: string) => void (await run(session, sql)),
    select: async (sql: string) => toRows(await run(session, sql)),
  });

  async function load(table: string, lines: string): Promise<void> {
    const values = Buffer.from(lines);
    await writing
      .insert({ table, values, format: linesFormat, settings: loadSettings })
      .catch(refuse);
  }

  const failedWrites = await watchFailedWrites({ control: statements(control), onFailedWrite });

  return {
    readers,
    writer: failedWrites.guard({ ...statements(writing), load }),
    control: statements(control),
    mutable: (table) => table,
    tablesGiven: false,
    query,
    ping: async () => void (await run(control, 'select 1')),
    async close() {
      await failedWrites.stop();
      await drainPending();
      for (const session of sessions) session.close();
      await drainPending();
    },
  };
}

function settingsOf(caps: QueryCaps, id: string): string {
  return (
    `max_execution_time = ${caps.seconds}, max_memory_usage = ${caps.memoryBytes}, ` +
    `max_rows_to_read = ${caps.rowsRead}, max_threads = ${caps.threads}, ` +
    `log_comment = '${id}', ${readSettings}`
  );
}

function toRows(text: string): unknown[][] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function refuse(error: unknown): never {
  const code = /\bCode: (\d+)\./.exec(error instanceof Error ? error.message : '')?.[1];
  throw new StoreError(Number(code ?? storeCodes.unknown), error);
}

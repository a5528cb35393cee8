import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type BoundSql, type QueryCaps, type Store, StoreError, storeCodes } from './store.ts';

const linesFormat = 'JSONCompactEachRow';

// Less than what the writer's lease must still hold for when a statement begins.
const statementMs = 25_000;
const inTime = () => ({ abort_signal: AbortSignal.timeout(statementMs) });

/** The settings under which answers read the same as those of the embedded engine. */
const readSettings = {
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  enable_extended_results_for_datetime_functions: 1,
  cancel_http_readonly_queries_on_client_close: 1,
} as const;

/** The text of an attribute stays text, also where it looks like a time. */
const textSettings = {
  input_format_try_infer_dates: 0,
  input_format_try_infer_datetimes: 0,
} as const;

type ServerOptions = {
  readers: number;
  cluster?: string | undefined;
  /** Says how many statements that write run beside each other; they then use no temporary tables. */
  writers?: number | undefined;
};

/**
 * Opens a ClickHouse server over HTTP. A single writer keeps one session of the server's, which its
 * temporary tables live in; queries are bound by the server and cancelled by their id. With a
 * cluster the tables are those of deploy/clickhouse, distributed over its shards.
 */
export function openClickHouse(url: string, { readers, cluster, writers }: ServerOptions): Store {
  const client = createClient({
    url,
    max_open_connections: readers + 4 + (writers ?? 0),
    request_timeout: 60_000,
    clickhouse_settings: textSettings,
    // Values travel in the body: addresses end up in logs, and are cut at 1 MiB.
    use_multipart_params: true,
    // Its log repeats statements and values.
    log: { level: ClickHouseLogLevel.OFF },
  });
  const session = writers === undefined ? { session_id: `writer-${crypto.randomUUID()}` } : {};

  /** Returns ways to run statements, in a session of the server's or in none. */
  const statements = (session: { session_id?: string }) => ({
    command: async (query: string) =>
      void (await client.command({ query, ...session, ...inTime() }).catch(refuse)),
    async select(query: string) {
      const answer = client.query({ query, ...session, ...inTime(), format: linesFormat });
      return answer.then((rows) => rows.json<unknown[]>()).catch(refuse);
    },
  });

  async function query({ sql, params }: BoundSql, caps: QueryCaps, signal?: AbortSignal) {
    const query_id = crypto.randomUUID();
    const kill = () => void killQuery(client, query_id);
    if (signal?.aborted) throw new StoreError(storeCodes.cancelled, signal.reason);
    signal?.addEventListener('abort', kill, { once: true });
    try {
      const answer = await client.query({
        query: sql,
        query_params: params,
        format: linesFormat,
        query_id,
        clickhouse_settings: { ...readSettings, ...settingsOf(caps) },
        ...(signal ? { abort_signal: signal } : {}),
      });
      return await answer.json<unknown[]>();
    } catch (error) {
      if (signal?.aborted) throw new StoreError(storeCodes.cancelled, error);
      return refuse(error);
    } finally {
      signal?.removeEventListener('abort', kill);
    }
  }

  return {
    readers,
    writer: {
      ...statements(session),
      async load(table, lines, token) {
        const statement = `insert into ${table} format ${linesFormat}`;
        const values = Readable.from([lines], { objectMode: false });
        const clickhouse_settings = deduplication(token);
        const options = { clickhouse_settings, ...session, ...inTime() };
        const answer = client.exec({ query: statement, values, ...options });
        await answer.then(({ stream }) => stream.resume()).catch(refuse);
      },
    },
    control: statements({}),
    mutable: (table) => (cluster ? `${table}_local on cluster '${cluster}'` : table),
    tablesGiven: cluster !== undefined,
    query,
    async ping() {
      const answer = await client.ping();
      if (!answer.success) refuse(answer.error);
    },
    close: () => client.close(),
  };
}

/** Tells the server to stop a query, since it may not notice that the connection was closed. */
async function killQuery(client: ClickHouseClient, id: string): Promise<void> {
  const query = 'kill query where query_id = {id:String} async';
  await client.command({ query, query_params: { id } }).catch(() => {});
}

/** Without a token equal rows are no repeat: a tenant that was removed may send the same again. */
const deduplication = (token?: string) =>
  token === undefined
    ? { insert_deduplicate: 0 as const }
    : { insert_deduplicate: 1 as const, insert_deduplication_token: token };

function settingsOf(caps: QueryCaps) {
  return {
    max_execution_time: caps.seconds,
    max_memory_usage: String(caps.memoryBytes),
    max_rows_to_read: String(caps.rowsRead),
    max_threads: caps.threads,
  };
}

function refuse(error: unknown): never {
  const code = Number((error as { code?: unknown } | undefined)?.code);
  throw new StoreError(Number.isInteger(code) ? code : storeCodes.unknown, error);
}

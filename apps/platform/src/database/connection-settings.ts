import postgres, { type Sql } from 'postgres';
import { withYoungQueries } from './young-queries.ts';

const asText = (value: unknown) => value;

/** `… at time zone 'UTC'` as `record_time` has it, which costs the database several times as much. */
const asRecordTime = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

const connectionOptions = {
  connect_timeout: 10,
  // Seconds until the next try: a database that is back is wanted at once.
  backoff: () => 0.1 + Math.random() / 10,
  onnotice: () => undefined,
  // Column names only: keys inside JSON values belong to whoever wrote them.
  transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
  connection: {
    application_name: 'atrium',
    TimeZone: 'UTC',
    statement_timeout: 30_000,
    lock_timeout: 15_000,
    idle_in_transaction_session_timeout: 60_000,
  },
  types: {
    date: { to: 1184, from: [1082, 1184], serialize: asText, parse: asText },
    timestamp: { to: 1114, from: [1114], serialize: asText, parse: asRecordTime },
    bigint: { to: 20, from: [20], serialize: String, parse: Number },
  },
};

/**
 * What postgres.js is opened with for a URL. It takes a unix socket's folder beside the URL; libpq's
 * form has it as `?host=/folder`.
 */
export function toSettings(text: string) {
  const url = new URL(text);
  const host = url.searchParams.get('host');
  url.searchParams.delete('host');
  return { url: url.href, settings: host ? { ...connectionOptions, host } : connectionOptions };
}

/**
 * Lets postgres.js read the database's array types, which it would do on each new connection in a
 * promise of its own, whose failure nobody could catch.
 */
export async function learnArrayTypes(pool: Sql): Promise<void> {
  if (!pool.options.fetch_types) return;
  await pool`select 1`;
  pool.options.fetch_types = false;
}

/** A client of one connection, with the settings and types of the pool. */
export function single(pool: Sql, onclose: () => void): Sql {
  const settings = { ...pool.options, max: 1, idle_timeout: null, max_lifetime: null, onclose };
  return withYoungQueries(
    postgres(settings as unknown as postgres.Options<Record<string, postgres.PostgresType>>),
  );
}

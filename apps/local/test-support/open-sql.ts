import { createSql, type Sql } from '@atrium/kit/sql.ts';
import pg from 'pg';

export type OwnSql = Sql & { end: () => Promise<void> };

/** A connection of its own, opened at the first statement; columns keep their names. */
export function openSql(options: string | pg.ClientConfig): OwnSql {
  const client = new pg.Client(
    typeof options === 'string' ? { connectionString: options } : options,
  );
  client.on('error', () => undefined);
  let connected: Promise<unknown> | undefined;
  const sql = createSql(async (text, values) => {
    connected ??= client.connect();
    await connected;
    const { rows, rowCount } = await client.query(text, [...values]);
    return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as never;
  });
  return Object.assign(sql, { end: () => client.end() });
}

import { createSql, type Sql } from '@atrium/kit/sql.ts';
import type { ClientConfig } from 'pg';
import { connectAlone } from '../src/database/pool.ts';

/** A connection of a test's or the bench's own, with whatever rights its role has. */
type OwnSql = Sql & {
  /** Runs work in a transaction, which is rolled back when the work fails. */
  begin: <T>(work: (sql: Sql) => PromiseLike<T>) => Promise<T>;
  end: () => Promise<void>;
};

/**
 * Connects at the first statement; the statements of all callers share the one connection, and take
 * as long as they take.
 */
export function openSql(options: string | ClientConfig): OwnSql {
  const server = typeof options === 'string' ? { connectionString: options } : options;
  const connectOwn = () => connectAlone({ ...server, statement_timeout: false });
  let connecting: ReturnType<typeof connectAlone> | undefined;
  const connected = () => {
    connecting ??= connectOwn();
    return connecting;
  };
  const sql = createSql(async (text, values) => (await connected()).run(text, values));
  const begin = async <T>(work: (sql: Sql) => PromiseLike<T>) => {
    const { run, end } = await connectOwn();
    const own = createSql(run);
    try {
      await own`begin`;
      const result = await work(own);
      await own`commit`;
      return result;
    } finally {
      // An open transaction ends with its connection.
      await end();
    }
  };
  const end = async () => (await connecting)?.end();
  return Object.assign(sql, { begin, end });
}

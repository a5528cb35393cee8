import { createSql } from '@atrium/kit/sql.ts';
import { connectAlone } from '../database/pool.ts';

/** Returns whether the database at a URL has the platform's tables. */
export async function hasPlatformTables(url: string): Promise<boolean> {
  const { run, end } = await connectAlone({ connectionString: url });
  try {
    const [found] = await createSql(run)<{ isThere: boolean }[]>`
      select to_regclass('schema_migrations') is not null as is_there`;
    return found?.isThere ?? false;
  } finally {
    await end();
  }
}

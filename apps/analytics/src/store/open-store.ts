import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openChdb } from './chdb.ts';
import { openClickHouse } from './clickhouse-server.ts';
import { migrate } from './migrate.ts';
import type { Store } from './store.ts';

/** Opens the store that the settings ask for, with its tables up to date. */
export async function openStore(config: Config): Promise<Store> {
  const store = config.clickhouseUrl
    ? openClickHouse(config.clickhouseUrl, config.readers)
    : await openChdb(join(config.directory, 'store'), config.readers);
  await migrate(store.writer);
  return store;
}

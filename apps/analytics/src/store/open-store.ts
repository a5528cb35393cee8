import { join } from 'node:path';
import { ConfigError } from '@atrium/kit/env.ts';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { ownDirectory } from '../own-directory.ts';
import { prepareAttributeColumns } from './attribute-columns.ts';
import { openClickHouse } from './clickhouse-server.ts';
import { migrate } from './migrate.ts';
import type { Store } from './store.ts';
import { takeWriterLease } from './writer-lease.ts';

/** Opens the store that the settings ask for, with its tables up to date and this its only writer. */
export async function openStore(config: Config, log: Logger): Promise<Store> {
  const own = ownDirectory(config.directory);
  const { clickhouseUrl: url } = config;
  const onFailedWrite = () => {
    log.fatal('the store could not write to its disk: starting anew from what is whole');
    process.exit(1);
  };
  const store = url
    ? openClickHouse(url, { readers: config.readers, cluster: config.clickhouseCluster })
    : await (await loadEngine())(join(config.directory, 'store'), config.readers, onFailedWrite);
  await migrate(store);
  const shared = url ? await asOnlyWriter(store, own.writerUuid, log) : store;
  const attributeColumns = await prepareAttributeColumns(shared, config.attributeColumns);
  return {
    ...shared,
    attributeColumns,
    async close() {
      await shared.close();
      own.release();
    },
    get term() {
      return shared.term ?? 0;
    },
  };
}

/** Loads ClickHouse's engine, which is needed without a server alone and has no build for some machines. */
async function loadEngine() {
  try {
    return (await import('./chdb.ts')).openChdb;
  } catch (cause) {
    const machine = `${process.platform}-${process.arch}`;
    throw new ConfigError(
      `ClickHouse's engine is not installed for this machine (${machine}): set CLICKHOUSE_URL to a ClickHouse server.`,
      { cause },
    );
  }
}

/** Returns the same store with a writer that works only while no other process can be writing. */
async function asOnlyWriter(store: Store, writerUuid: string, log: Logger): Promise<Store> {
  let term = 0;
  const lease = await takeWriterLease({
    control: store.control,
    writerUuid,
    onRegained: () => {
      term += 1;
      log.warn('the writer lease had lapsed and was taken again');
    },
    onError: (error) => log.warn({ err: error }, 'the writer lease could not be renewed'),
  });
  return {
    ...store,
    writer: lease.guard(store.writer),
    async close() {
      await lease.release();
      await store.close();
    },
    get term() {
      return term;
    },
  };
}

import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { prepareAttributeColumns } from '../store/attribute-columns.ts';
import { openClickHouse } from '../store/clickhouse-server.ts';
import { migrate } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { claimAgainMs, claimForMany } from '../store/writer-lease.ts';
import { openSharedIngestor } from './ingestor.ts';
import { names } from './names.ts';
import { openLog } from './open-log.ts';
import type { LogSettings } from './settings.ts';
import { takeLease } from './shard-lease.ts';

const preparedWithinMs = 120_000;
const rememberedBatches = 10_000;

type Options = { config: Config; settings: LogSettings; url: string; logger: Logger };

/** Opens the log and the store that processes share, with the store's tables up to date. */
export async function openShared({ config, settings, url, logger }: Options) {
  const log = await openLog(settings, config.backlog.maxBytes, logger);
  const { readers, clickhouseCluster: cluster } = config;
  const plain = openClickHouse(url, { readers, cluster, writers: settings.shards });
  const lease = await takeLease({
    kv: log.kv,
    key: names.tablesKey,
    writer: crypto.randomUUID(),
    signal: AbortSignal.timeout(preparedWithinMs),
  });
  if (!lease) throw new Error('Another process has been making the tables for two minutes');
  try {
    const { control } = plain;
    // Tables that a process of the embedded form uses stay as they are.
    const [there] = await control.select('exists table writers');
    if (Number(there?.[0])) await claimForMany(control);
    await migrate(plain);
    await claimForMany(control);
    const claim = () =>
      claimForMany(control).catch((error) =>
        logger.error({ err: error }, 'that this process writes to the store could not be said'),
      );
    const claiming = settings.writes ? setInterval(claim, claimAgainMs).unref() : undefined;
    const attributeColumns = await prepareAttributeColumns(plain, config.attributeColumns);
    if (!plain.tablesGiven) await rememberBatches(plain);
    const close = async () => {
      clearInterval(claiming);
      await plain.close();
    };
    const store: Store = { ...plain, attributeColumns, close };
    return { store, ingestor: openSharedIngestor({ log, logger, store, config }) };
  } finally {
    await lease.close();
  }
}

/** Lets a server leave a batch out that it has, for good; in a cluster the tables do so by themselves. */
async function rememberBatches({ writer }: Store): Promise<void> {
  const setting = `non_replicated_deduplication_window = ${rememberedBatches}`;
  const without = await writer.select(
    "select name from system.tables where database = currentDatabase() and name in ('events', 'identifiers') " +
      `and position(engine_full, '${setting}') = 0`,
  );
  for (const [table] of without)
    await writer.command(`alter table ${table} modify setting ${setting}`);
}

import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { prepareAttributeColumns } from '../store/attribute-columns.ts';
import { openClickHouse } from '../store/clickhouse-server.ts';
import { migrate } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
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
    await refuseSingleWriter(plain);
    await migrate(plain);
    const attributeColumns = await prepareAttributeColumns(plain, config.attributeColumns);
    if (!plain.tablesGiven) await rememberBatches(plain);
    const store: Store = { ...plain, attributeColumns };
    return { store, ingestor: openSharedIngestor({ log, logger, store, config }) };
  } finally {
    await lease.close();
  }
}

/** Throws when a process of the embedded form writes to the store: it knows of no shards. */
async function refuseSingleWriter({ control }: Store): Promise<void> {
  const [there] = await control.select('exists table writers');
  if (!Number(there?.[0])) return;
  const [row] = await control.select(
    'select toString(writer) from writers group by writer having argMax(until, at) > now64(3) limit 1',
  );
  if (row) throw new Error(`Another analytics process, ${row[0]}, writes to this store by itself`);
}

/** Lets a server leave a batch out that it has; in a cluster the tables do so by themselves. */
async function rememberBatches({ writer }: Store): Promise<void> {
  for (const table of ['events', 'identifiers'])
    await writer.command(
      `alter table ${table} modify setting non_replicated_deduplication_window = ${rememberedBatches}`,
    );
}

import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type Ingestor, openIngestor } from './ingest/ingestor.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/**
 * Opens what keeps events: by itself, with a journal of files (embedded), or beside others, with a log on
 * servers that all share (distributed), when the settings name such servers.
 */
export async function openForm(
  config: Config,
  log: Logger,
): Promise<{ store: Store; ingestor: Ingestor }> {
  const { sharedLog: settings, clickhouseUrl: url } = config;
  if (settings && url !== undefined) {
    const { openShared } = await import('./distributed/open.ts');
    return openShared({ config, settings, url, logger: log });
  }
  const store = await openStore(config, log);
  return { store, ingestor: await openIngestor({ store, log, config }) };
}

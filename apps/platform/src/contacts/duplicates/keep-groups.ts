import { type LoopMeans, startLoop } from '../../background/loop.ts';
import type { Db } from '../../database/db.ts';
import { refreshGroups } from './refresh-groups.ts';

const batchSize = 500;

/**
 * Keeps the groups of duplicates behind the changes of contacts: once a second all that changed, tenants
 * in turns, some hundred changes of each at a time.
 */
export function keepGroups({ db, ...means }: LoopMeans & { db: Db }) {
  async function run(isStopped: () => boolean): Promise<boolean> {
    const changed = await tenantsWithChanges(db);
    for (let waiting = changed; waiting.length > 0 && !isStopped(); ) {
      const left: string[] = [];
      for (const tenantUuid of waiting) {
        const done = await db.asPlatform((tx) => refreshGroups(tx, tenantUuid, batchSize));
        if (done === batchSize) left.push(tenantUuid);
      }
      waiting = left;
    }
    return changed.length > 0;
  }
  return startLoop({ name: 'duplicates', run, ...means });
}

async function tenantsWithChanges(db: Db): Promise<string[]> {
  const rows = await db.asPlatform(
    (tx) => tx<{ tenantUuid: string }[]>`select distinct tenant_uuid from duplicate_changes`,
  );
  return rows.map(({ tenantUuid }) => tenantUuid);
}

import { createLogger } from '@atrium/kit/logging.ts';
import { checkChains } from '../audit/check-chains.ts';
import { openDb } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { hasPlatformTables } from './has-platform-tables.ts';

/** What a restored database holds, and what is wrong with it, in words. */
export type Drilled = { counts: Record<string, number>; faults: string[] };

/**
 * Looks through a restored database: the audit trail of every firm, with what `readObject` has of it in object
 * storage, how much there is, and the wall between firms. Signatures are not verified: keys are in no backup.
 */
export async function drillOnMachine(
  url: string,
  readObject: ObjectStore['read'],
): Promise<Drilled> {
  if (!(await hasPlatformTables(url)))
    return { counts: {}, faults: ['the database has no tables of Atrium'] };
  const db = openDb({ url, max: 2 });
  const faults: string[] = [];
  const logger = createLogger('restore-drill', 'error', {
    write: (line) => {
      const { tenantUuid, fault } = JSON.parse(line);
      faults.push(`the audit trail of ${tenantUuid} is broken: ${fault}`);
    },
  });
  try {
    await checkChains(db, logger, { objects: { read: readObject }, heads: undefined });
    const counts = await db.asPlatform(count);
    const open = await db.asPlatform(listOpenTables);
    faults.push(...open.map(({ name }) => `the table ${name} has no row-level security`));
    return { counts, faults };
  } finally {
    await db.close();
  }
}

async function count(tx: Tx): Promise<Record<string, number>> {
  const [counts] = await tx<Record<string, number>[]>`
    select (select count(*)::int from tenants) as firms, (select count(*)::int from accounts) as logins,
           (select count(*)::int from contacts) as contacts, (select count(*)::int from meetings) as meetings,
           (select count(*)::int from events) as events`;
  return counts ?? {};
}

const listOpenTables = (tx: Tx) =>
  tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_uuid'
       and not c.relispartition and not (c.relrowsecurity and c.relforcerowsecurity)`;

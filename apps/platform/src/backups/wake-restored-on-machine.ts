import { pauseOutgoing } from '../background/outgoing-pause.ts';
import { openDb } from '../database/db.ts';
import { migrate } from '../database/migrate.ts';
import type { Tx } from '../database/transaction.ts';
import { nobody } from '../outbox/position.ts';
import { hasPlatformTables } from './has-platform-tables.ts';

/**
 * Prepares a restored database before anybody starts on it: its schema is brought up to date, outgoing work
 * waits until it is resumed, and the trail is delivered to analytics from its beginning, which takes each
 * event once. A database without the platform's tables stays as it is.
 */
export async function wakeRestoredOnMachine(url: string): Promise<void> {
  if (!(await hasPlatformTables(url))) return;
  await migrate(url);
  const db = openDb({ url, max: 1 });
  try {
    await db.asPlatform(async (tx) => {
      await pauseOutgoing(tx);
      await deliverAnew(tx);
    });
  } finally {
    await db.close();
  }
}

async function deliverAnew(tx: Tx): Promise<void> {
  await tx`
    update outbox_position
       set delivered = '3:3:', reading = null, last_in = '3', last_uuid = ${nobody},
           lease_token = null, lease_until = null
     where renumbering_since is null`;
  await tx`update audit_archives set deliver_again = true`;
}

import type { Logger } from 'pino';
import { pauseOutgoing } from '../background/outgoing-pause.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';

/**
 * Lets outgoing work wait when the database is not the one of the last start, but a copy of it, as of a
 * dump that was restored into the same server. It is called before the start sends anything; the first
 * start only notes which database it is.
 */
export async function noticeCopy(db: Pick<Db, 'asPlatform'>, logger: Logger): Promise<void> {
  if (!(await db.asPlatform(notePlace))) return;
  logger.info('the database is a copy: outgoing work waits until "npx atrium resume"');
}

/** Notes which database this is, and returns whether another one was noted. */
async function notePlace(tx: Tx): Promise<boolean> {
  // A restore with --clean keeps the database and makes its tables anew.
  const [found] = await tx<{ before: string | null; here: string }[]>`
    select place as before,
           concat_ws('/', (select oid from pg_database where datname = current_database()),
                          'outbox_position'::regclass::oid) as here
      from outbox_position for update`;
  if (!found || found.before === found.here) return false;
  await tx`update outbox_position set place = ${found.here}`;
  if (found.before === null) return false;
  await pauseOutgoing(tx);
  return true;
}

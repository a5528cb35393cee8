import type { Db } from '../../database/db.ts';
import { beginning, insertMorningMails, type Place } from './queries.ts';

// A platform that stood still at seven catches up until nine.
const [from, until] = ['07:00', '09:00'];

/**
 * Queues the morning mails that are due now: one of a person and a day, whatever number of replicas look.
 * Those due while nobody looked are caught up with for two hours. At most `limit` are queued in one transaction.
 */
export async function queueMorningMails(
  db: Pick<Db, 'asPlatform'>,
  now = Temporal.Now.instant(),
  limit = 2_000,
): Promise<void> {
  const queueSome = (after: Place) =>
    db.asPlatform((tx) => insertMorningMails(tx, now.toString(), { from, until, limit, after }));
  let after: Place | undefined = beginning;
  while (after) after = await queueSome(after);
}

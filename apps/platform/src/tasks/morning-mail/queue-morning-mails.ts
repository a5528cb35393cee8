import type { Db } from '../../database/db.ts';
import { insertMorningMails } from './queries.ts';

const limit = 500;
// A platform that stood still at seven catches up until nine.
const [from, until] = ['07:00', '09:00'];

/**
 * Queues the morning mails that are due now: one of a person and a day, whatever number of replicas look.
 * Those due while nobody looked are caught up with for two hours.
 */
export async function queueMorningMails(
  db: Pick<Db, 'asPlatform'>,
  now = Temporal.Now.instant(),
): Promise<void> {
  const queueSome = () =>
    db.asPlatform((tx) => insertMorningMails(tx, now.toString(), { from, until, limit }));
  while ((await queueSome()) === limit);
}

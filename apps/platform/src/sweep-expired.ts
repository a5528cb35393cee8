import type { Logger } from 'pino';
import type { Db, Tx } from './db.ts';

const everyMs = 10 * 60_000;
const atATime = 5_000;

/**
 * Removes what has served its time: stored answers after a day, sessions and links a month after
 * they ended, so that a late use is still told apart from an unknown one, addresses a month after the
 * last sign-in, what calendars told after
 * a week, and the history of their sync after three months. Any number of replicas
 * may run it; each takes other rows.
 */
export function sweepExpired(db: Db, logger: Logger): { stop: () => void } {
  const sweep = () =>
    db
      .asPlatform(removeExpired)
      .catch((error) => logger.warn({ err: error }, 'sweep of expired rows'));
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** One sweep, of at most some thousand rows of each kind; answers how many went. */
export async function removeExpired(tx: Tx): Promise<number> {
  const removed = await Promise.all([
    tx`delete from idempotency_keys where ctid = any(array(
         select ctid from idempotency_keys where created_at < now() - interval '24 hours'
         limit ${atATime} for update skip locked))`,
    tx`delete from sessions where ctid = any(array(
         select ctid from sessions where expires_at < now() - interval '30 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from password_tokens where ctid = any(array(
         select ctid from password_tokens where expires_at < now() - interval '30 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from known_addresses where ctid = any(array(
         select ctid from known_addresses where signed_in_at < now() - interval '30 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from calendar_authorizations where ctid = any(array(
         select ctid from calendar_authorizations where expires_at < now() - interval '1 day'
         limit ${atATime} for update skip locked))`,
    tx`delete from calendar_notices where ctid = any(array(
         select ctid from calendar_notices where handled_at < now() - interval '7 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from calendar_attempts where ctid = any(array(
         select ctid from calendar_attempts where at < now() - interval '90 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from calendar_channels where ctid = any(array(
         select ctid from calendar_channels
          where state in ('CLOSED', 'FAILED') and created_at < now() - interval '30 days'
         limit ${atATime} for update skip locked))`,
  ]);
  return removed.reduce((sum, { count }) => sum + count, 0);
}

import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';

const atATime = 5_000;

/**
 * Removes all that is no longer needed: stored answers after a day, sessions and links a month after
 * they ended (until then a late use is told apart from an unknown one), challenges of sign-ins when
 * they expire, notifications of calendars after a week, the history of their sync after three months,
 * addresses of sign-ins a month after the last one, claims of morning mails after a month, messages
 * to webhooks after a month or with their endpoint, what refused rows of imports said after three
 * months.
 */
export async function removeAllExpired(db: Db): Promise<void> {
  while ((await db.asPlatform(removeExpired)) >= atATime);
}

/** Removes at most some thousand rows of each kind, and returns how many. */
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
    tx`delete from sign_in_challenges where ctid = any(array(
         select ctid from sign_in_challenges where expires_at < now()
         limit ${atATime} for update skip locked))`,
    tx`delete from spent_passkey_challenges where ctid = any(array(
         select ctid from spent_passkey_challenges where expires_at < now()
         limit ${atATime} for update skip locked))`,
    tx`delete from known_addresses where ctid = any(array(
         select ctid from known_addresses where signed_in_at < now() - interval '30 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from morning_mails where ctid = any(array(
         select ctid from morning_mails where day < current_date - 30
         limit ${atATime} for update skip locked))`,
    tx`delete from tenant_entries where ctid = any(array(
         select ctid from tenant_entries where entered_at < now() - interval '1 day'
         limit ${atATime} for update skip locked))`,
    tx`delete from calendar_authorizations where ctid = any(array(
         select ctid from calendar_authorizations where expires_at < now() - interval '1 day'
         limit ${atATime} for update skip locked))`,
    tx`delete from calendar_notifications where ctid = any(array(
         select ctid from calendar_notifications where handled_at < now() - interval '7 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from calendar_attempts where ctid = any(array(
         select ctid from calendar_attempts where at < now() - interval '90 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from webhook_messages where ctid = any(array(
         select ctid from webhook_messages where created_at < now() - interval '30 days'
         limit ${atATime} for update skip locked))`,
    tx`delete from webhook_messages where ctid = any(array(
         select m.ctid from webhook_messages m
           join webhook_endpoints p using (tenant_uuid, endpoint_uuid)
          where p.deleted_at is not null limit ${atATime} for update of m skip locked))`,
    tx`update contact_import_rows set cells = null where ctid = any(array(
         select r.ctid from contact_import_rows r
           join contact_imports i using (tenant_uuid, import_uuid)
          where r.cells is not null and i.finished_at < now() - interval '90 days'
         limit ${atATime} for update of r skip locked))`,
    tx`delete from calendar_channels where ctid = any(array(
         select ctid from calendar_channels
          where state in ('CLOSED', 'FAILED') and created_at < now() - interval '30 days'
         limit ${atATime} for update skip locked))`,
  ]);
  return removed.reduce((sum, { count }) => sum + count, 0);
}

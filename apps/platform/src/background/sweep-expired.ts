import type { Fragment } from '@atrium/kit/sql.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';

const atATime = 5_000;

/**
 * Removes all that is no longer needed: stored answers after a day, sessions and links a month after
 * they ended (until then a late use is told apart from an unknown one), challenges of sign-ins and
 * counts of failed ones when they expire, mails that nobody got after a day, others that are not about a meeting nor the last one to somebody after three months, counts of mails after an hour, notifications of calendars after a week, the history of their sync after three months,
 * addresses of sign-ins a month after the last one, counts of a firm's mails after a month, messages
 * to webhooks after a month or with their endpoint, what refused rows of imports said and answers
 * of people who are not invited after three months. Values of the history of staff go two years after they
 * were deleted, what somebody took of the queue and what inboxes tell after three months. Of where sign-ins, exports and entries came from, the network and the browser's name stay
 * after a month, of mails all but where they went after three.
 */
export async function removeAllExpired(db: Db): Promise<void> {
  while ((await db.asPlatform(removeExpired)) >= atATime);
}

/** Removes at most some thousand rows of each kind, and returns how many. */
export async function removeExpired(tx: Tx): Promise<number> {
  const deletions = expired(tx).map(
    ([table, condition]) => tx`
      delete from ${tx(table)} where ctid = any(array(
        select ctid from ${tx(table)} where ${condition} limit ${atATime} for update skip locked))`,
  );
  const removed = await Promise.all([
    ...deletions,
    tx`update event_origins
          set address = network_of(address), user_agent = browser_name(user_agent), is_short = true
        where ctid = any(array(
         select ctid from event_origins
          where not is_short and recorded_at < now() - interval '30 days'
         limit ${atATime} for update skip locked))`,
    tx`update record_history set salt = null, changes = null where ctid = any(array(
         select h.ctid from record_history h
           join staff_members s on s.tenant_uuid = h.tenant_uuid and s.staff_uuid = h.entity_uuid
          where s.deleted_at < now() - interval '2 years' and h.entity_type = 'STAFF'
            and h.changes is not null
         limit ${atATime} for update of h skip locked))`,
    tx`update mails set address = null, sent_to = null where ctid = any(array(
         select ctid from mails
          where settled_at < now() - interval '90 days' and sent_to is not null
         limit ${atATime} for update skip locked))`,
    tx`update contact_import_rows set cells = null where ctid = any(array(
         select r.ctid from contact_import_rows r
           join contact_imports i using (tenant_uuid, import_uuid)
          where r.cells is not null and i.finished_at < now() - interval '90 days'
         limit ${atATime} for update of r skip locked))`,
  ]);
  return removed.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the tables, each with the condition of the rows that go. */
const expired = (tx: Tx): [table: string, condition: Fragment][] => [
  ['idempotency_keys', tx`created_at < now() - interval '24 hours'`],
  ['sessions', tx`expires_at < now() - interval '30 days'`],
  ['password_tokens', tx`expires_at < now() - interval '30 days'`],
  ['link_renewals', tx`asked_at < now() - interval '1 hour'`],
  ['sign_in_challenges', tx`expires_at < now()`],
  ['authorization_codes', tx`expires_at < now()`],
  ['spent_passkey_challenges', tx`expires_at < now()`],
  ['spent_sso_states', tx`expires_at < now()`],
  ['sign_in_failures', tx`ends_at < now()`],
  ['known_addresses', tx`signed_in_at < now() - interval '30 days'`],
  ['mail_budgets', tx`now() - interval '1 hour' > all(mailed_at)`],
  ['mail_days', tx`day < current_date - 30`],
  [
    'mails',
    tx`settled_at < now() - interval '1 day' and thread_uuid is null and state = 'DROPPED'`,
  ],
  [
    'mails',
    tx`settled_at < now() - interval '90 days' and thread_uuid is null
       and (person_uuid is null or exists (
         select from mails later
          where later.tenant_uuid = mails.tenant_uuid and later.person_uuid = mails.person_uuid
            and later.ordinal > mails.ordinal and later.state <> 'DROPPED'))`,
  ],
  ['tenant_entries', tx`entered_at < now() - interval '1 day'`],
  ['inbox_items', tx`at < now() - interval '90 days'`],
  ['taken_work', tx`taken_at < now() - interval '90 days'`],
  ['calendar_authorizations', tx`expires_at < now() - interval '1 day'`],
  ['calendar_notifications', tx`handled_at < now() - interval '7 days'`],
  ['calendar_attempts', tx`at < now() - interval '90 days'`],
  ['unmatched_answers', tx`received_at < now() - interval '90 days'`],
  [
    'calendar_channels',
    tx`state in ('CLOSED', 'FAILED') and created_at < now() - interval '30 days'`,
  ],
  ['webhook_messages', tx`created_at < now() - interval '30 days'`],
  [
    'webhook_messages',
    tx`(tenant_uuid, endpoint_uuid) in (
         select tenant_uuid, endpoint_uuid from webhook_endpoints
          where deleted_at is not null or read_until < now())`,
  ],
];

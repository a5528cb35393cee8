import type { Tx } from '../../database/transaction.ts';
import { toLanguage } from '../languages.ts';
import type { ClaimedMail, Reader } from './claimed-mail.ts';

/** The longest pause between two tries, in seconds. */
const longestPause = 600;

/**
 * Takes the mail that has been due for longest, over all active tenants, for so many seconds; urgent
 * ones first. Mails of one thread go out one after another. A platform transaction's query.
 */
export async function claimMail(tx: Tx, leaseSeconds: number): Promise<ClaimedMail | undefined> {
  // Materialized: joined in place, the subquery can run once a row and take more than one.
  const [mail] = await tx<ClaimedMail[]>`
    with due as materialized (
      select m.tenant_uuid, m.mail_uuid
        from mails m join tenants t on t.tenant_uuid = m.tenant_uuid and t.is_active and t.deleted_at is null
       where m.state = 'QUEUED' and m.due_at <= now()
         and (m.claimed_until is null or m.claimed_until <= now())
         and not exists (
           select from mails o
            where o.tenant_uuid = m.tenant_uuid and o.thread_uuid = m.thread_uuid
              and o.ordinal < m.ordinal and o.state = 'QUEUED')
       order by m.is_urgent desc, m.due_at limit 1 for update of m skip locked)
    update mails c
       set claimed_until = now() + ${leaseSeconds} * interval '1 second', tries = tries + 1,
           first_tried_at = coalesce(first_tried_at, now())
      from due
     where c.tenant_uuid = due.tenant_uuid and c.mail_uuid = due.mail_uuid
    returning c.tenant_uuid, c.mail_uuid, c.ordinal::text, c.kind, c.person_uuid, c.address, c.language, c.about, c.thread_uuid,
              c.trace_parent, c.tries, record_time(c.queued_at) as queued_at`;
  return mail;
}

/** Returns whether a mail is still the one that was taken, and keeps its tenant from being removed. */
export async function isStillClaimed(tx: Tx, mail: ClaimedMail): Promise<boolean> {
  // The tenant first: its removal holds it before it takes rows away.
  await tx`select from tenants where tenant_uuid = ${mail.tenantUuid} for key share`;
  const rows = await tx`select from mails where ${isThis(tx, mail)} for key share`;
  return rows.length > 0;
}

/** Finds who has a login that is switched on, with its address. */
export async function findAccountReader(tx: Tx, personUuid: string): Promise<Reader | undefined> {
  const [row] = await tx<(Omit<Reader, 'language'> & { language: string })[]>`
    select email, display_name as name, language from accounts
     where tenant_uuid = ${tx.tenantUuid} and user_uuid = ${personUuid} and deleted_at is null
       and is_active and partner_active(tenant_uuid, partner_uuid)`;
  return row && { ...row, language: toLanguage(row.language) };
}

/** Notes where a mail is about to go, and in which language. */
export async function noteAddressed(
  tx: Tx,
  mail: ClaimedMail,
  { email, language }: Pick<Reader, 'email' | 'language'>,
): Promise<void> {
  await tx`update mails set sent_to = ${email}, language = ${language} where ${isThis(tx, mail)}`;
}

export async function settleMail(
  tx: Tx,
  mail: ClaimedMail,
  state: 'SENT' | 'REFUSED',
): Promise<void> {
  await tx`
    update mails
       set state = ${state}, reason = case when ${state} = 'REFUSED' then 'REFUSED' end,
           settled_at = now(), claimed_until = null
     where ${isThis(tx, mail)}`;
}

/** Settles a mail that nobody is to get any more; this time does not count as a try. */
export async function dropMail(tx: Tx, mail: ClaimedMail): Promise<void> {
  await tx`
    update mails set state = 'DROPPED', settled_at = now(), claimed_until = null, tries = tries - 1
     where ${isThis(tx, mail)}`;
}

/** Lets a mail wait for the next day (UTC), as if it had not been taken. */
export async function postponeMail(tx: Tx, mail: ClaimedMail): Promise<void> {
  await tx`
    update mails
       set due_at = date_trunc('day', now(), 'UTC') + interval '24 hours', claimed_until = null,
           tries = tries - 1, first_tried_at = null
     where ${isThis(tx, mail)}`;
}

/**
 * Gives a mail back that could not be sent now, to be tried again after a pause that grows: at once, if
 * another of its thread waits behind it. One that was tried for long enough is refused; true then.
 */
export async function releaseMail(
  tx: Tx,
  mail: ClaimedMail,
  triedForHours: number,
): Promise<boolean> {
  const isOver = tx`first_tried_at < now() - ${triedForHours} * interval '1 hour'`;
  const pause = Math.min(longestPause, 2 ** Math.min(mail.tries, 10));
  const [released] = await tx<{ isOver: boolean }[]>`
    update mails m
       set state = case when ${isOver} then 'REFUSED' else state end,
           reason = case when ${isOver} then 'GIVEN_UP' end,
           settled_at = case when ${isOver} then now() end, claimed_until = null,
           due_at = case when exists (
             select from mails n where n.thread_uuid = m.thread_uuid and n.ordinal > m.ordinal)
             then now() else now() + ${pause} * interval '1 second' end
     where ${isThis(tx, mail)} returning ${isOver} as is_over`;
  return released?.isOver ?? false;
}

/** Is true of the row of a mail while it is taken by this try. */
const isThis = (tx: Tx, { mailUuid, tries }: ClaimedMail) =>
  tx`mail_uuid = ${mailUuid} and tries = ${tries} and state = 'QUEUED'`;

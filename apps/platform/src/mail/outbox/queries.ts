import { isFree } from '../../background/leases.ts';
import type { Tx } from '../../database/transaction.ts';
import { toLanguage } from '../languages.ts';
import type { DueMail, Reader } from './due-mail.ts';

/** The longest pause between two tries, in seconds. */
const longestPause = 600;

/**
 * Finds the mails that have been due for longest and are free, over all active tenants, urgent ones first.
 * Mails of one thread go out one after another. A platform transaction's query, which locks them.
 */
export function findDueMails(tx: Tx, limit: number) {
  return tx<DueMail[]>`
    select t.tenant_uuid, t.mail_uuid, t.ordinal::text, t.kind, t.person_uuid, t.address, t.language,
           t.about, t.thread_uuid, t.trace_parent, t.tries, record_time(t.queued_at) as queued_at
      from mails t join tenants f on f.tenant_uuid = t.tenant_uuid and f.is_active and f.deleted_at is null
     where t.state = 'QUEUED' and t.due_at <= now() and ${isFree(tx)}
       and not exists (
         select from mails o
          where o.tenant_uuid = t.tenant_uuid and o.thread_uuid = t.thread_uuid
            and o.ordinal < t.ordinal and o.state = 'QUEUED')
     order by t.is_urgent desc, t.due_at limit ${limit} for no key update of t skip locked`;
}

/** Keeps a tenant from being removed, which holds it before it takes rows away. */
export async function holdTenant(tx: Tx): Promise<void> {
  await tx`select from tenants where tenant_uuid = ${tx.tenantUuid} for key share`;
}

/** Finds who has a login that is switched on, with its address. */
export async function findAccountReader(tx: Tx, personUuid: string): Promise<Reader | undefined> {
  const [row] = await tx<(Omit<Reader, 'language'> & { language: string })[]>`
    select email, display_name as name, language from accounts
     where tenant_uuid = ${tx.tenantUuid} and user_uuid = ${personUuid} and deleted_at is null
       and is_active and partner_active(tenant_uuid, partner_uuid)`;
  return row && { ...row, language: toLanguage(row.language) };
}

/** Notes that a mail is about to be tried, where it goes, and in which language. */
export async function noteTry(
  tx: Tx,
  { mailUuid }: DueMail,
  { email, language }: Pick<Reader, 'email' | 'language'>,
): Promise<void> {
  await tx`
    update mails
       set tries = tries + 1, first_tried_at = coalesce(first_tried_at, now()), sent_to = ${email},
           language = ${language}
     where mail_uuid = ${mailUuid}`;
}

export async function settleMail(
  tx: Tx,
  { mailUuid }: DueMail,
  state: 'SENT' | 'REFUSED' | 'DROPPED',
): Promise<void> {
  const reason = state === 'REFUSED' ? state : null;
  await tx`
    update mails set state = ${state}, reason = ${reason}, settled_at = now()
     where mail_uuid = ${mailUuid}`;
}

/** Lets a mail wait for the next day (UTC), as if it had not been tried. */
export async function postponeMail(tx: Tx, { mailUuid }: DueMail): Promise<void> {
  await tx`
    update mails
       set due_at = date_trunc('day', now(), 'UTC') + interval '24 hours', first_tried_at = null
     where mail_uuid = ${mailUuid}`;
}

/**
 * Lets a mail that could not be sent now wait for a pause that grows: for none, if another of its thread
 * waits behind it. One that was tried for long enough is refused; true then.
 */
export async function putMailOff(
  tx: Tx,
  { mailUuid, tries }: DueMail,
  triedForHours: number,
): Promise<boolean> {
  const pause = Math.min(longestPause, 2 ** Math.min(tries + 1, 10));
  const [put] = await tx<{ isOver: boolean }[]>`
    update mails m
       set state = case when o.is_over then 'REFUSED' else m.state end,
           reason = case when o.is_over then 'GIVEN_UP' end,
           settled_at = case when o.is_over then now() end,
           due_at = now() + case when o.is_followed then 0 else ${pause} end * interval '1 second'
      from (select coalesce(e.first_tried_at < now() - ${triedForHours} * interval '1 hour', false) as is_over,
                   exists (
                     select from mails n
                      where n.thread_uuid = e.thread_uuid and n.ordinal > e.ordinal) as is_followed
              from mails e where e.mail_uuid = ${mailUuid}) o
     where m.mail_uuid = ${mailUuid} returning o.is_over`;
  return put?.isOver ?? false;
}

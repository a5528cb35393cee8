import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { isRefusal } from '../mail/count-mails.ts';
import type { Mailer, Message } from '../mail/mailer.ts';

/** A mail about a login. Jobs that were queued by an earlier version have no `mailUuid`. */
export type LoginMail = { tenantUuid: string; userUuid: string; mailUuid?: string };

/** Notes that a mail is owed to the owner of a login, and returns its identifier. */
export async function insertLoginMail(
  tx: Tx,
  { tenantUuid, userUuid }: Pick<LoginMail, 'tenantUuid' | 'userUuid'>,
): Promise<string> {
  const mailUuid = randomUUIDv7();
  await tx`
    insert into login_mails (tenant_uuid, user_uuid, mail_uuid)
    values (${tenantUuid}, ${userUuid}, ${mailUuid})
    on conflict (tenant_uuid, user_uuid) do update
      set mail_uuid = excluded.mail_uuid, state = 'QUEUED', queued_at = excluded.queued_at,
          settled_at = null`;
  return mailUuid;
}

/**
 * Sends a mail about a login and notes what became of it. What the mail server will never take is
 * not tried again. Throws as long as there may be another try, and after the last one.
 */
export async function sendLoginMail(
  { db, mailer }: { db: Db; mailer: Mailer },
  mail: LoginMail,
  message: Message,
  isLastTry = false,
): Promise<void> {
  const settle = (state: 'SENT' | 'REFUSED') =>
    db.asTenant(mail.tenantUuid, system, (tx) => settleLoginMail(tx, mail, state));
  try {
    await mailer.send(message);
  } catch (error) {
    const isRefused = isRefusal(error);
    if (isRefused || isLastTry) await settle('REFUSED');
    if (isRefused) return;
    throw error;
  }
  await settle('SENT');
}

async function settleLoginMail(
  tx: Tx,
  { userUuid, mailUuid }: LoginMail,
  state: 'SENT' | 'REFUSED',
): Promise<void> {
  if (!mailUuid) return;
  await tx`
    update login_mails set state = ${state}, settled_at = now()
     where user_uuid = ${userUuid} and mail_uuid = ${mailUuid}`;
}

/** Forgets a mail that nobody is to get any more. */
export async function dropLoginMail(tx: Tx, { userUuid, mailUuid }: LoginMail): Promise<void> {
  if (!mailUuid) return;
  await tx`
    delete from login_mails
     where user_uuid = ${userUuid} and mail_uuid = ${mailUuid} and state = 'QUEUED'`;
}

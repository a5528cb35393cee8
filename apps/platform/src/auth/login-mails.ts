import { randomUUIDv7 } from 'node:crypto';
import type { Job, Jobs } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { isRefusal } from '../mail/count-mails.ts';
import type { FirmMails } from '../mail/firm-mails.ts';
import { findLetterhead, type Letterhead } from '../mail/letterhead.ts';
import type { Mailer, Message } from '../mail/mailer.ts';
import type { FirmAddresses } from '../tenants/domains/firm-addresses.ts';
import type { Person } from './person.ts';
import { type AccountWithPassword, findAccount } from './queries.ts';

/** A mail about a login. Jobs that were queued by an earlier version have no `mailUuid`. */
type LoginMail = Person & { mailUuid?: string };

export type LoginMailOptions = { db: Db; jobs: Jobs; mailer: Mailer; addresses: FirmAddresses };

type Reader = { account: AccountWithPassword; letterhead: Letterhead; jobId: string };
type Content = Pick<Message, 'kind' | 'to' | 'subject' | 'text' | 'html'>;

/**
 * Makes a queue of mails about logins. Its worker composes each when it is sent; one that comes to
 * nothing, or whose account or tenant is gone, is forgotten. `limitOf` says which mails a firm has only
 * so many of on a day; those beyond wait for the next one.
 */
export function createLoginMails<Request extends Person>(
  { db, jobs, mailer, addresses }: LoginMailOptions,
  queue: string,
  compose: (tx: Tx, request: Request, reader: Reader) => Promise<Content | undefined>,
  limitOf: (request: Request) => FirmMails | undefined = () => undefined,
) {
  const job: Job<Request & LoginMail> = {
    name: queue,
    run: (...asked) => mailer.composing(() => send(...asked)),
  };

  async function send(
    mail: Request & LoginMail,
    jobId: string,
    isLastTry?: boolean,
  ): Promise<void> {
    const { tenantUuid } = mail;
    const limit = limitOf(mail);
    const taken = await db.asTenant(tenantUuid, system, async (tx) => {
      const account = await findAccount(tx, mail);
      const letterhead = await findLetterhead(tx, tenantUuid, addresses);
      if (!account?.isActive || !letterhead) return void (await dropLoginMail(tx, mail));
      const day = await limit?.take(tx);
      if (limit && !day) return limit.postpone(tx, queue, mail);
      const content = await compose(tx, mail, { account, letterhead, jobId });
      if (!content) return void (await dropLoginMail(tx, mail));
      return { day, message: { ...letterhead.sender, ...content, messageId: `<${jobId}@atrium>` } };
    });
    if (!taken) return;
    const { day, message } = taken;
    try {
      await sendLoginMail({ db, mailer }, mail, message, isLastTry);
    } catch (error) {
      if (limit && day) await db.asTenant(tenantUuid, system, (tx) => limit.giveBack(tx, day));
      throw error;
    }
  }

  const enqueue = async (tx: Tx, request: Request) => {
    const mailUuid = await insertLoginMail(tx, request);
    await jobs.enqueue(tx, queue, { ...request, mailUuid });
  };
  return { job, enqueue };
}

/** Notes that a mail is owed to the owner of a login, and returns its identifier. */
async function insertLoginMail(tx: Tx, { tenantUuid, userUuid }: Person): Promise<string> {
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
async function dropLoginMail(tx: Tx, { userUuid, mailUuid }: LoginMail): Promise<void> {
  if (!mailUuid) return;
  await tx`
    delete from login_mails
     where user_uuid = ${userUuid} and mail_uuid = ${mailUuid} and state = 'QUEUED'`;
}

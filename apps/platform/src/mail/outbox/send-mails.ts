import { inSpan } from '@atrium/kit/tracing/spans.ts';
import { readTraceparent } from '@atrium/kit/tracing/trace-context.ts';
import type { Logger } from 'pino';
import { startLoop } from '../../background/start-loop.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { isOfMessage, isRefusal } from '../count-mails.ts';
import type { Mailer } from '../mailer.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import type { MailDefinitions } from './define-mail.ts';
import { type MailMeans, type PreparedMail, prepareMail } from './prepare-mail.ts';
import { claimMail, releaseMail, settleMail } from './queries.ts';

// The number of mails that a replica has under way at a time.
const mailsAtOnce = 8;
const usualHours = 24;

export type MailSenderOptions = MailMeans & {
  db: Db;
  mailer: Mailer;
  definitions: MailDefinitions;
  logger: Logger;
  /** The lease of a mail: longer than any sending takes. After it another replica takes the mail. */
  leaseSeconds?: number;
};

export type MailSender = ReturnType<typeof createMailSender>;

/**
 * Sends the mails that are due, of all tenants. A mail is taken under a lease, written in one
 * transaction, sent outside it, and settled. Whoever dies in between leaves it queued, and it goes out
 * under the same Message-ID when the lease has run out; docs/adr/0016 says what can happen and what cannot.
 */
export function createMailSender(options: MailSenderOptions) {
  const { db, mailer, definitions, logger, leaseSeconds = 300 } = options;
  let loop: ReturnType<typeof startLoop> | undefined;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  /** Sends what is due now. Rejects when the mail server takes nothing at all. */
  async function sendDue(): Promise<void> {
    let isAway = false;
    async function sendAll(): Promise<void> {
      while (!isStopped && !isAway) {
        const mail = await db.asPlatform((tx) => claimMail(tx, leaseSeconds));
        if (!mail) return;
        others ??= Array.from({ length: mailsAtOnce - 1 }, sendAll);
        if ((await sendTraced(mail)) === 'AWAY') isAway = true;
      }
    }
    let others: Promise<void>[] | undefined;
    await sendAll();
    await Promise.all(others ?? []);
    if (isAway) throw new Error('The mail server takes no mails now');
  }

  function sendTraced(mail: ClaimedMail): Promise<Outcome> {
    const parent = readTraceparent(mail.traceParent ?? undefined) ?? null;
    return inSpan({ name: `mail ${mail.kind}`, kind: 'CONSUMER', parent }, () =>
      mailer.composing(() => sendMail(mail)),
    );
  }

  async function sendMail(mail: ClaimedMail): Promise<Outcome> {
    const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
      db.asTenant(mail.tenantUuid, system, work);
    const definition = definitions[mail.kind];
    let prepared: PreparedMail | undefined;
    try {
      prepared = await inTenant((tx) => prepareMail(tx, mail, { ...options, definition }));
      if (!prepared) return 'DONE';
      await mailer.send(prepared.message);
    } catch (error) {
      if (isRefusal(error)) {
        await inTenant((tx) => settleMail(tx, mail, 'REFUSED'));
        return 'DONE';
      }
      const isOver = await inTenant(async (tx) => {
        if (prepared?.day) await options.firmMails.giveBack(tx, prepared.day);
        return releaseMail(tx, mail, definition.triedForHours ?? usualHours);
      });
      // Not its message, which may name a reader.
      const { name, code = name } = error as Error & { code?: string };
      const { kind, mailUuid, tries } = mail;
      logger.warn({ kind, mailUuid, tries, code }, isOver ? 'a mail is given up' : 'a mail failed');
      return prepared && !isOfMessage(error) ? 'AWAY' : 'DONE';
    }
    await inTenant((tx) => settleMail(tx, mail, 'SENT'));
    return 'DONE';
  }

  /** Sends what is due, once at a time; asked meanwhile, it looks again. */
  function work(): Promise<void> {
    isAskedAgain = true;
    running ??= turns().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function turns(): Promise<void> {
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      await sendDue();
    }
  }

  function start(): void {
    // Without a mail server mails wait, however long.
    if (mailer.isMissing) return;
    loop = startLoop({ run: work, failure: 'mails wait', logger });
  }

  /** Looks for mails now, if this process sends any. */
  function wake(): void {
    if (loop) void work().catch(() => undefined);
  }

  async function stop(): Promise<void> {
    isStopped = true;
    await loop?.stop();
    await running?.catch(() => undefined);
  }

  return { start, wake, stop, sendDue };
}

type Outcome = 'DONE' | 'AWAY';

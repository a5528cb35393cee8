import type { Job } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { isRefusal } from '../../mail/count-mails.ts';
import type { FirmMails } from '../../mail/firm-mails.ts';
import type { Mailer, Message } from '../../mail/mailer.ts';
import { composeMail, type MailSettings } from './compose-mail.ts';
import {
  claimMail,
  countWaiting,
  giveMailsUp,
  overtakeMails,
  postponeMails,
  releaseMail,
  settleMail,
  untakeMail,
} from './queries.ts';
import { type InvitationJob, invitationQueue } from './queue-invitations.ts';

// The number of mails of a meeting that are under way at a time.
const mailsAtOnce = 4;

type InvitationMailOptions = MailSettings & {
  db: Db;
  mailer: Mailer;
  firmMails: FirmMails;
  /** The lease of a mail: longer than any sending takes. After it another worker takes the mail. */
  leaseSeconds?: number;
};

/**
 * Returns the job that sends what a meeting's participants are owed. A mail is taken under a lease,
 * sent, and settled. Whoever dies in between leaves it queued, and it goes out under the same
 * Message-ID when the lease has run out; docs/adr/0016 says what can happen and what cannot. When the
 * firm's mails of the day are spent, the others wait for the next one, by a job of their own.
 */
export function invitationMailJob(options: InvitationMailOptions): Job<InvitationJob> {
  const { db, mailer, firmMails, leaseSeconds = 300 } = options;

  async function run(work: InvitationJob, _jobId: string, isLastTry = false): Promise<void> {
    const { tenantUuid, meetingUuid } = work;
    const failed: string[] = [];
    let isSpent = false;
    const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.asTenant(tenantUuid, system, work);

    async function sendNext(): Promise<boolean> {
      const taken = await inTenant(async (tx) => {
        await overtakeMails(tx, meetingUuid);
        const mail = await claimMail(tx, meetingUuid, { leaseSeconds, except: failed });
        if (!mail) return undefined;
        const message = await composeMail(tx, mail, options);
        const day = message ? await firmMails.take(tx) : undefined;
        if (!message || day) return { mail, message, day };
        await untakeMail(tx, mail);
        isSpent = true;
        return undefined;
      });
      if (!taken) return false;
      const { mail, message, day } = taken;
      const outcome = message ? await deliver(mailer, message) : 'NO_ADDRESS';
      if (outcome === 'SENT' || outcome === 'REFUSED' || outcome === 'NO_ADDRESS') {
        await inTenant((tx) => settleMail(tx, mail.mailUuid, outcome));
        return true;
      }
      failed.push(mail.mailUuid);
      await inTenant(async (tx) => {
        await releaseMail(tx, mail);
        if (day) await firmMails.giveBack(tx, day);
      });
      return outcome === 'LATER';
    }

    async function sendAll(): Promise<void> {
      while (await mailer.composing(sendNext));
    }

    await Promise.all(Array.from({ length: mailsAtOnce }, sendAll));
    if (isSpent && (failed.length === 0 || isLastTry))
      await inTenant(async (tx) => {
        await postponeMails(tx, meetingUuid);
        await firmMails.postpone(tx, invitationQueue, work);
      });
    if (isLastTry) await inTenant((tx) => giveMailsUp(tx, meetingUuid));
    if (isSpent && failed.length === 0) return;
    const waiting = await inTenant((tx) => countWaiting(tx, meetingUuid));
    if (waiting > 0) throw new Error(`${waiting} mails of a meeting wait to be sent`);
  }

  // Some two days.
  return { name: invitationQueue, run, retryLimit: 300 };
}

/**
 * Sends a message: SENT, REFUSED when the server will never take this one (RFC 5321, a 5yz reply to
 * its recipient or its data), LATER when it may yet, AWAY when the server takes nothing at all now.
 */
async function deliver(mailer: Mailer, message: Message) {
  try {
    await mailer.send(message);
    return 'SENT';
  } catch (error) {
    if (isRefusal(error)) return 'REFUSED';
    const { command = '' } = error as { command?: string };
    return command === 'RCPT TO' || command === 'DATA' ? 'LATER' : 'AWAY';
  }
}

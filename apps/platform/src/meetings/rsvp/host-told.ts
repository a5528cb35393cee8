import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { isRefusal } from '../../mail/count-mails.ts';
import { findLetterhead } from '../../mail/letterhead.ts';
import type { MailBudget } from '../../mail/mail-budget.ts';
import type { Mailer, Message } from '../../mail/mailer.ts';
import type { FirmAddresses } from '../../tenants/domains/firm-addresses.ts';
import { findHosted } from '../invitations/queries.ts';
import type { Invited } from '../invitations/rsvp-token.ts';
import { answerMessage } from './answer-message.ts';
import { findUnmatched, findWords } from './host-queries.ts';

const queue = 'answer-mail';

/** Holds what the ways to answer need besides the database. */
export type AnswerServices = { jobs: Jobs; mailBudget: MailBudget };

type AnswerMail = JobData & { meetingUuid: string; participantUuid?: string; answerUuid?: string };
type Options = { db: Db; mailer: Mailer; addresses: FirmAddresses };

/** Tells the host of a meeting by mail what a participant wrote with an answer, or proposed. */
export function queueWordsMail(
  tx: Tx,
  services: AnswerServices,
  { meetingUuid, participantUuid }: Invited,
): Promise<void> {
  return queueMail(tx, services, { tenantUuid: tx.tenantUuid, meetingUuid, participantUuid });
}

/** Tells the host of a meeting by mail of an answer that fits nobody. */
export function queueUnmatchedMail(
  tx: Tx,
  services: AnswerServices,
  { meetingUuid, answerUuid }: { meetingUuid: string; answerUuid: string },
): Promise<void> {
  return queueMail(tx, services, { tenantUuid: tx.tenantUuid, meetingUuid, answerUuid });
}

/** Queues a mail to the host, as far as the host's budget of mails that others set off goes. */
async function queueMail(tx: Tx, { jobs, mailBudget }: AnswerServices, mail: AnswerMail) {
  const { tenantUuid, meetingUuid } = mail;
  const [host] = await tx<{ userUuid: string }[]>`
    select m.host_uuid as user_uuid from meetings m
      left join meeting_participants p
        on p.tenant_uuid = m.tenant_uuid and p.participant_uuid = ${mail.participantUuid ?? null}
     where m.meeting_uuid = ${meetingUuid} and p.entity_uuid is distinct from m.host_uuid`;
  if (!host || !(await mailBudget(tx, { tenantUuid, userUuid: host.userUuid }))) return;
  await jobs.enqueue<AnswerMail>(tx, queue, mail);
}

/** Returns the job that mails hosts what came with answers; it is read when the mail is written. */
export function answerMailJob({ db, mailer, addresses }: Options): Job<AnswerMail> {
  async function compose(
    tx: Tx,
    mail: AnswerMail,
  ): Promise<Omit<Message, 'messageId'> | undefined> {
    const { tenantUuid, meetingUuid, participantUuid, answerUuid } = mail;
    const words = answerUuid
      ? await findUnmatched(tx, answerUuid)
      : participantUuid && (await findWords(tx, participantUuid));
    const hosted = words && (await findHosted(tx, { meetingUuid }));
    const letterhead = hosted && (await findLetterhead(tx, tenantUuid, addresses));
    if (!words || !hosted || !letterhead) return undefined;
    return answerMessage(hosted, words, letterhead);
  }

  async function send(mail: AnswerMail, jobId: string): Promise<void> {
    const message = await db.asTenant(mail.tenantUuid, system, (tx) => compose(tx, mail));
    if (!message) return;
    await mailer.send({ ...message, messageId: `<${jobId}@atrium>` }).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }
  return { name: queue, run: (mail, jobId) => mailer.composing(() => send(mail, jobId)) };
}

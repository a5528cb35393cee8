import type { Caller } from '@atrium/kit/auth/caller.ts';
import { escapeHtml } from '@atrium/kit/pages/page.ts';
import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { isRefusal } from '../../mail/count-mails.ts';
import { layout, list } from '../../mail/layout.ts';
import { findLetterhead, type Letterhead } from '../../mail/letterhead.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { FirmAddresses } from '../../tenants/domains/firm-addresses.ts';
import { toLine } from './icalendar.ts';
import { basicsOf, titleOf } from './message.ts';
import { mailMessages, toLanguage } from './messages.ts';
import { findHosted, type Hosted } from './queries.ts';
import { isReplay } from './queue-invitations.ts';

const queue = 'host-mail';

type HostMail = JobData & { meetingUuid: string; hostUuid: string; byUuid: string };
type Options = { db: Db; mailer: Mailer; addresses: FirmAddresses };

/** Tells the host of a meeting by mail that somebody else arranged it, once the transaction has committed. */
export async function queueHostMail(
  tx: Tx,
  jobs: Jobs,
  { userUuid: byUuid }: Pick<Caller, 'userUuid'>,
  meeting: { meetingUuid: string; hostUuid: string },
): Promise<void> {
  const { tenantUuid } = tx;
  const { meetingUuid, hostUuid } = meeting;
  if (hostUuid === byUuid || (await isReplay(tx))) return;
  await jobs.enqueue<HostMail>(tx, queue, { tenantUuid, meetingUuid, hostUuid, byUuid });
}

/** Returns the job that mails hosts; one who hosts the meeting no longer, or is gone, is not written to. */
export function hostMailJob({ db, mailer, addresses }: Options): Job<HostMail> {
  async function send(mail: HostMail, jobId: string): Promise<void> {
    const { tenantUuid } = mail;
    const message = await db.asTenant(tenantUuid, system, async (tx) => {
      const hosted = await findHosted(tx, mail);
      const letterhead = await findLetterhead(tx, tenantUuid, addresses);
      return hosted && letterhead && hostMessage(hosted, letterhead);
    });
    if (!message) return;
    const messageId = `<${jobId}@atrium>`;
    await mailer.send({ ...message, messageId }).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }
  return { name: queue, run: (mail, jobId) => mailer.composing(() => send(mail, jobId)) };
}

function hostMessage(hosted: Hosted, letterhead: Letterhead) {
  const language = toLanguage(hosted.language);
  const { hosted: messages } = mailMessages[language];
  const by = hosted.arrangedBy ?? letterhead.theme.tenantName;
  const letter = {
    subject: messages.subject,
    lead: messages.lead(toLine(by)),
    facts: basicsOf(hosted, language),
  };
  return { kind: 'MEETING_ARRANGED' as const, ...letterToHost(hosted, letterhead, letter) };
}

/** Holds what a mail to a host says of the meeting: the words before its title, and what follows it. */
type Letter = { subject: string; lead: string; facts: [name: string, value: string][] };

/** Returns a mail to the host of a meeting, in the host's language. */
export function letterToHost(
  hosted: Hosted,
  { theme, sender }: Letterhead,
  { subject: about, lead, facts }: Letter,
) {
  const language = toLanguage(hosted.language);
  const messages = mailMessages[language];
  const title = titleOf(hosted.title, language);
  const subject = `${about}: ${title}`;
  const greeting = `${messages.hello} ${toLine(hosted.hostName ?? '')},`;
  const lines = facts.map(([name, value]) => `${name}: ${value.replaceAll('\n', ', ')}`);
  const html = layout({ lang: messages.lang, subject, preview: lead, theme }, [
    `<p style="margin:0 0 4px">${escapeHtml(greeting)}</p><p style="margin:0 0 24px">${escapeHtml(lead)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:600;color:${theme.heading}">${escapeHtml(title)}</h1>`,
    list(facts),
  ]);
  const text = [greeting, lead, title, lines.join('\n'), theme.tenantName].join('\n\n');
  return { ...sender, to: hosted.email, subject, text, html };
}

import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { toLanguage } from '../../mail/languages.ts';
import type { Letter } from '../../mail/letter.ts';
import { defineMail } from '../../mail/outbox/define-mail.ts';
import type { Reader } from '../../mail/outbox/due-mail.ts';
import { queueMail } from '../../mail/outbox/queue-mails.ts';
import { toLine } from './icalendar.ts';
import { basicsOf, titleOf } from './message.ts';
import { mailMessages } from './messages.ts';
import { findHosted, type Hosted } from './queries.ts';
import { isReplay } from './queue-invitations.ts';

/** What mails to a host are about. */
export type OfMeeting = { meetingUuid: string };

/** Tells the host of a meeting by mail that somebody else arranged it, once the transaction has committed. */
export async function queueHostMail(
  tx: Tx,
  { userUuid: byUuid }: Pick<Caller, 'userUuid'>,
  { meetingUuid, hostUuid }: { meetingUuid: string; hostUuid: string },
): Promise<void> {
  if (hostUuid === byUuid || (await isReplay(tx))) return;
  const about = { meetingUuid, byUuid };
  await queueMail(tx, { kind: 'MEETING_ARRANGED', personUuid: hostUuid, about });
}

/** Tells a host who arranged the meeting; one who hosts it no longer, or is gone, is not written to. */
export const hostMail = defineMail<OfMeeting & { byUuid: string }>({
  findReader: async (tx, { personUuid }, { meetingUuid }) =>
    readerOf(await findHosted(tx, { meetingUuid, hostUuid: personUuid ?? undefined })),
  write: async (tx, { about, reader, letterhead }) => {
    const hosted = await findHosted(tx, about);
    if (!hosted) return undefined;
    const { hosted: messages } = mailMessages[reader.language];
    return letterToHost(hosted, {
      subject: messages.subject,
      lead: messages.lead(toLine(hosted.arrangedBy ?? letterhead.theme.tenantName)),
      facts: basicsOf(hosted, reader.language),
    });
  },
});

/** Returns the host of a meeting as a reader. */
export function readerOf(hosted: Hosted | undefined): Reader | undefined {
  if (!hosted) return undefined;
  const { email, hostName, language } = hosted;
  return { email, name: toLine(hostName ?? ''), language: toLanguage(language) };
}

/** Returns a letter to the host of a meeting: the words before its title, and what follows it. */
export function letterToHost(
  hosted: Hosted,
  { subject, lead, facts }: Pick<Letter, 'subject' | 'lead' | 'facts'>,
): Letter {
  const title = titleOf(hosted.title, toLanguage(hosted.language));
  const name = toLine(hosted.hostName ?? '');
  return { subject: `${subject}: ${title}`, name, lead, title, facts };
}

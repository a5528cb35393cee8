import { hashOpaqueToken } from '../../auth/opaque-token.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../database/transaction.ts';
import { addressOf, type Message } from '../../mail/mailer.ts';
import { findLook, type Look } from '../../tenants/branding/theme.ts';
import { rsvpLinks, rsvpToken } from '../rsvp/rsvp-token.ts';
import { toInvitation, toLine } from './icalendar.ts';
import { meetingMessage, type Occasion, placeOf, titleOf } from './message.ts';
import { toLanguage } from './messages.ts';
import { type ClaimedMail, findLetter, type Letter, setRsvpTokenHash } from './queries.ts';

export type MailSettings = {
  publicUrl: string;
  config: Pick<Config, 'secretKey' | 'mail'>;
};

/** The message of a mail as things stand now; null when its reader has no address. */
export async function composeMail(
  tx: Tx,
  mail: ClaimedMail,
  settings: MailSettings,
): Promise<Message | null> {
  const letter = await findLetter(tx, mail.participantUuid);
  const look = await findLook(tx, tx.tenantUuid, settings.publicUrl);
  if (!letter?.email || !look) return null;
  const { participantUuid } = mail;
  const invited = { meetingUuid: letter.meetingUuid, participantUuid };
  const token = rsvpToken(settings.config.secretKey, invited);
  await setRsvpTokenHash(tx, participantUuid, hashOpaqueToken(token));
  const links = rsvpLinks(settings.publicUrl, invited, token);
  const reader = { ...letter, language: toLanguage(letter.language) };
  const { hostEmail } = letter;
  return {
    tenantUuid: tx.tenantUuid,
    to: letter.email,
    fromName: toLine(look.tenantName),
    ...(hostEmail ? { replyTo: { name: toLine(letter.hostName ?? ''), address: hostEmail } } : {}),
    ...meetingMessage(occasionOf(mail), letter, reader, links, look),
    messageId: `<${mail.mailUuid}@atrium>`,
    calendar: {
      method: mail.method,
      content: calendarOf(mail, { ...letter, email: letter.email }, look, settings),
    },
  };
}

function occasionOf({ method, told, resend }: ClaimedMail): Occasion {
  if (method === 'CANCEL') return 'canceled';
  return told && resend === 0 ? 'changed' : 'invited';
}

function calendarOf(
  mail: ClaimedMail,
  letter: Letter & { email: string },
  look: Look,
  { config }: MailSettings,
): string {
  const own = addressOf(config.mail.from);
  return toInvitation(mail.method, {
    ...letter,
    sequence: mail.sequence,
    stampedAt: mail.stampedAt,
    title: titleOf(letter.title, toLanguage(letter.language)),
    location: placeOf(letter),
    description: [letter.description, letter.meetingInformation, letter.meetingLink]
      .filter(Boolean)
      .join('\n\n'),
    link: letter.meetingLink,
    canceled: mail.method === 'CANCEL',
    organizer: {
      name: letter.hostName ?? look.tenantName,
      email: config.mail.inboundAddress ?? letter.hostEmail ?? own,
      sentBy: own,
    },
    attendee: { name: letter.name ?? '', email: letter.email, rsvpStatus: letter.rsvpStatus },
  });
}

import { hashOpaqueToken } from '../../auth/opaque-token.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../database/transaction.ts';
import { findLetterhead } from '../../mail/letterhead.ts';
import { addressOf, type Message } from '../../mail/mailer.ts';
import type { Theme } from '../../tenants/branding/theme.ts';
import type { FirmAddresses } from '../../tenants/domains/firm-addresses.ts';
import { toInvitation, toLine } from './icalendar.ts';
import { meetingMessage, type Occasion, placeOf, titleOf } from './message.ts';
import { mailMessages, toLanguage } from './messages.ts';
import {
  type ClaimedMail,
  findInvitation,
  type Invitation,
  separateUid,
  setRsvpTokenHash,
} from './queries.ts';
import { rsvpLinks, rsvpToken } from './rsvp-token.ts';

export type MailSettings = {
  addresses: FirmAddresses;
  config: Pick<Config, 'secretKey' | 'mail'>;
};

/** Returns the message of a mail as things stand now; null when its reader has no address. */
export async function composeMail(
  tx: Tx,
  mail: ClaimedMail,
  settings: MailSettings,
): Promise<Message | null> {
  if (!mail.told) await separateUid(tx, mail.participantUuid);
  const invitation = await findInvitation(tx, mail.participantUuid);
  const letterhead = await findLetterhead(tx, tx.tenantUuid, settings.addresses);
  if (!invitation?.email || !letterhead) return null;
  const { theme, sender, origin } = letterhead;
  const { participantUuid } = mail;
  const invited = { meetingUuid: invitation.meetingUuid, participantUuid };
  const token = rsvpToken(settings.config.secretKey, invited);
  await setRsvpTokenHash(tx, participantUuid, hashOpaqueToken(token));
  const links = rsvpLinks(origin, invited, token);
  const reader = { ...invitation, language: toLanguage(invitation.language) };
  const { hostEmail } = invitation;
  return {
    ...sender,
    kind: 'INVITATION',
    to: invitation.email,
    ...(hostEmail
      ? { replyTo: { name: toLine(invitation.hostName ?? ''), address: hostEmail } }
      : {}),
    ...meetingMessage(occasionOf(mail), invitation, reader, links, theme),
    messageId: `<${mail.mailUuid}@atrium>`,
    calendar: {
      method: mail.method,
      content: calendarOf(mail, { ...invitation, email: invitation.email }, theme, settings),
    },
  };
}

function occasionOf({ method, told, resend }: ClaimedMail): Occasion {
  if (method === 'CANCEL') return 'canceled';
  return told && resend === 0 ? 'changed' : 'invited';
}

/** Returns a line that says who arranged a meeting for its host. */
function arrangedBy({ arrangedBy: name, language }: Invitation): string | null {
  return name && `${mailMessages[toLanguage(language)].arrangedBy}: ${name}`;
}

function calendarOf(
  mail: ClaimedMail,
  invitation: Invitation & { email: string },
  theme: Theme,
  { config }: MailSettings,
): string {
  const own = addressOf(config.mail.from);
  return toInvitation(
    mail.method,
    {
      ...invitation,
      sequence: mail.sequence,
      stampedAt: mail.stampedAt,
      title: titleOf(invitation.title, toLanguage(invitation.language)),
      location: placeOf(invitation),
      description: [
        invitation.description,
        invitation.meetingInformation,
        invitation.meetingLink,
        arrangedBy(invitation),
      ]
        .filter(Boolean)
        .join('\n\n'),
      link: invitation.meetingLink,
      canceled: mail.method === 'CANCEL',
      organizer: {
        name: invitation.hostName ?? theme.tenantName,
        email: config.mail.inboundAddress ?? invitation.hostEmail ?? own,
        sentBy: own,
      },
      attendee: {
        name: invitation.name ?? '',
        email: invitation.email,
        rsvpStatus: invitation.rsvpStatus,
      },
    },
    theme.tenantName,
  );
}

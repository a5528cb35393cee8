import { hashOpaqueToken } from '../../auth/opaque-token.ts';
import type { Config } from '../../config.ts';
import { addressOf } from '../../mail/headers.ts';
import { toLanguage } from '../../mail/languages.ts';
import { defineMail, type MailDefinition } from '../../mail/outbox/define-mail.ts';
import type { DueMail } from '../../mail/outbox/due-mail.ts';
import type { Theme } from '../../tenants/branding/theme.ts';
import { toInvitation, toLine } from './icalendar.ts';
import { meetingMessage, type Occasion, placeOf, titleOf } from './message.ts';
import { mailMessages } from './messages.ts';
import {
  findInvitation,
  type Invitation,
  isOvertaken,
  isTold,
  separateUid,
  setRsvpTokenHash,
  type Told,
} from './queries.ts';
import { rsvpLinks, rsvpToken } from './rsvp-token.ts';

type Settings = Pick<Config, 'secretKeys' | 'mail'>;

/**
 * Defines the mail that tells a participant of a meeting, of its change or of its end: with links to
 * answer, and as iCalendar. The mails of a participant are a thread, of which only the newest need go out.
 */
export function invitationMail(config: Settings): MailDefinition {
  return defineMail<Told>({
    isLimited: true,
    findReader: async (tx, mail, about) => {
      if (await isOvertaken(tx, mail, about)) return undefined;
      const invitation = await findInvitation(tx, mail.threadUuid);
      const { email, language } = invitation ?? {};
      return email ? { email, language: toLanguage(language) } : undefined;
    },
    write: async (tx, { about, mail, reader, letterhead: { theme, origin } }) => {
      const { threadUuid: participantUuid } = mail;
      const told = await isTold(tx, mail);
      if (!told) await separateUid(tx, participantUuid);
      const invitation = await findInvitation(tx, participantUuid);
      if (!invitation || !participantUuid) return undefined;
      const { email, language } = reader;
      const { meetingUuid, hostEmail, hostName, name, rsvpStatus } = invitation;
      const invited = { meetingUuid, participantUuid };
      const token = rsvpToken(config.secretKeys, invited, invitation.rsvpTokenHash);
      await setRsvpTokenHash(tx, participantUuid, hashOpaqueToken(token));
      const links = rsvpLinks(origin, invited, token);
      const occasion = occasionOf(about, told);
      const content = calendarOf({ ...about, ...mail }, { ...invitation, email }, theme, config);
      return {
        ...meetingMessage(occasion, invitation, { name, rsvpStatus, language }, links, theme),
        ...(hostEmail ? { replyTo: { name: toLine(hostName ?? ''), address: hostEmail } } : {}),
        calendar: { method: about.method, content },
      };
    },
  });
}

function occasionOf({ method, resend }: Told, told: boolean): Occasion {
  if (method === 'CANCEL') return 'canceled';
  return told && resend === 0 ? 'changed' : 'invited';
}

/** Returns a line that says who arranged a meeting for its host. */
function arrangedBy({ arrangedBy: name, language }: Invitation): string | null {
  return name && `${mailMessages[toLanguage(language)].arrangedBy}: ${name}`;
}

function calendarOf(
  mail: Pick<Told, 'method' | 'sequence'> & Pick<DueMail, 'queuedAt'>,
  invitation: Invitation & { email: string },
  theme: Theme,
  config: Settings,
): string {
  const own = addressOf(config.mail.from);
  return toInvitation(
    mail.method,
    {
      ...invitation,
      sequence: mail.sequence,
      stampedAt: mail.queuedAt,
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

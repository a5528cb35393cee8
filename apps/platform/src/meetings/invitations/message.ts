import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import type { Language } from '../../mail/languages.ts';
import { button, layout, list } from '../../mail/layout.ts';
import type { Theme } from '../../tenants/branding/theme.ts';
import type { RsvpStatus } from '../schemas.ts';
import type { Span } from '../time.ts';
import { toLine, toText, webLink } from './icalendar.ts';
import { mailMessages } from './messages.ts';
import { formatWhen } from './when.ts';

/** The facts of a meeting that the mail tells. Internal notes are not among them. */
export type MeetingTold = Span & {
  title: string | null;
  hostName: string | null;
  /** The person who made it, where that is not the host. */
  arrangedBy: string | null;
  locationType: 'ONLINE' | 'IN_PERSON';
  locationDetail: string | null;
  description: string | null;
  meetingInformation: string | null;
  meetingLink: string | null;
  meetingPassword: string | null;
};

export type Occasion = 'invited' | 'changed' | 'canceled';

export type Reader = { name: string | null; language: Language; rsvpStatus: RsvpStatus };

type AnswerLinks = { accept: string; decline: string };

/** Returns the mail about a meeting as subject, text and HTML, in the reader's language and the tenant's theme. */
export function meetingMessage(
  occasion: Occasion,
  meeting: MeetingTold,
  reader: Reader,
  links: AnswerLinks,
  theme: Theme,
) {
  const messages = mailMessages[reader.language];
  const title = titleOf(meeting.title, reader.language);
  const lead = messages.lead[occasion](toLine(meeting.hostName ?? ''));
  const greeting = reader.name ? `${messages.hello} ${toLine(reader.name)},` : `${messages.hello},`;
  const link = webLink(meeting.meetingLink) ?? webLink(meeting.locationDetail);
  const open = occasion !== 'canceled';
  const basics = basicsOf(meeting, reader.language);
  const details = open ? detailsOf(meeting, reader.language) : [];
  const answer = open ? messages.answers[reader.rsvpStatus] : null;
  const closing = open ? [messages.calendar, messages.personal] : [messages.gone];
  const subject = `${messages.subject[occasion]}: ${title}`;

  const text = [
    greeting,
    lead,
    title,
    [...basics, ...details]
      .map(
        ([name, value]) =>
          `${name}: ${value.replaceAll('\n', name === messages.when ? ', ' : '\n  ')}`,
      )
      .join('\n'),
    open &&
      [
        messages.question,
        `${messages.accept}: ${links.accept}`,
        `${messages.decline}: ${links.decline}`,
      ].join('\n'),
    answer,
    closing.join('\n'),
    theme.tenantName,
  ];
  const html = layout({ lang: messages.lang, subject, preview: lead, theme }, [
    `<p style="margin:0 0 4px">${escapeHtml(greeting)}</p><p style="margin:0 0 24px">${escapeHtml(lead)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:600;color:${theme.heading}${open ? '' : ';text-decoration:line-through'}">${escapeHtml(title)}</h1>`,
    list(basics),
    open &&
      link &&
      `<p style="margin:2px 0 16px"><a href="${escapeHtml(link)}" style="color:${theme.heading};font-weight:600">${messages.join}</a></p>`,
    list(details.filter(([, value]) => !link || webLink(value) !== link)),
    open &&
      `<p style="margin:16px 0 12px;font-weight:600">${messages.question}</p>${button(links.accept, messages.accept, theme, 'full')}${button(links.decline, messages.decline, theme, 'plain')}`,
    answer && `<p class="soft" style="margin:8px 0 0;font-size:14px;color:#4a5663">${answer}</p>`,
    `<p class="soft" style="margin:24px 0 0;font-size:13px;line-height:1.5;color:#5b6775">${closing.join('<br>')}</p>`,
  ]);
  return { subject, text: text.filter(Boolean).join('\n\n'), html };
}

/** Returns a meeting's title, or the word for one that has none. */
export function titleOf(title: string | null, language: Language): string {
  return toLine(title ?? '') || mailMessages[language].untitled;
}

/** Returns the place of a meeting: the text about the place, else the link. */
export function placeOf(
  meeting: Pick<MeetingTold, 'locationDetail' | 'meetingLink'>,
): string | null {
  return toLine(meeting.locationDetail ?? '') || toLine(meeting.meetingLink ?? '') || null;
}

type Fact = [name: string, value: string];

/** Returns when and where a meeting is, who hosts it and who arranged it, each with its word. */
export function basicsOf(meeting: MeetingTold, language: Language): Fact[] {
  const messages = mailMessages[language];
  const { day, hours } = formatWhen(meeting, language);
  const online = meeting.locationType === 'ONLINE' ? messages.online : '';
  return stated([
    [messages.when, hours ? `${day}\n${hours}` : day],
    [messages.where, toLine(meeting.locationDetail ?? '') || online],
    [messages.host, toLine(meeting.hostName ?? '')],
    [messages.arrangedBy, toLine(meeting.arrangedBy ?? '')],
  ]);
}

function detailsOf(meeting: MeetingTold, language: Language): Fact[] {
  const messages = mailMessages[language];
  const { meetingLink, locationDetail } = meeting;
  return stated([
    [messages.link, meetingLink === locationDetail ? '' : toLine(meetingLink ?? '')],
    [messages.password, toLine(meeting.meetingPassword ?? '')],
    [messages.about, toText(meeting.description ?? '').trim()],
    [messages.more, toText(meeting.meetingInformation ?? '').trim()],
  ]);
}

function stated(facts: Fact[]): Fact[] {
  return facts.filter(([, value]) => value !== '');
}

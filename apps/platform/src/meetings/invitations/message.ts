import { escapeHtml } from '@atrium/kit/pages/page.ts';
import { button, letter, list } from '../../mail/layout.ts';
import type { Look } from '../../tenants/branding/theme.ts';
import type { RsvpStatus } from '../rsvp/record-rsvp.ts';
import type { Span } from '../time.ts';
import { toLine, toText } from './icalendar.ts';
import { type Language, mailWords } from './messages.ts';
import { formatWhen } from './when.ts';

/** What the mail tells of a meeting. Internal notes are not among it. */
export type MeetingTold = Span & {
  title: string | null;
  hostName: string | null;
  locationType: 'ONLINE' | 'IN_PERSON';
  locationDetail: string | null;
  description: string | null;
  meetingInformation: string | null;
  meetingLink: string | null;
  meetingPassword: string | null;
};

export type Occasion = 'invited' | 'changed' | 'canceled';

export type Reader = { name: string | null; language: Language; rsvpStatus: RsvpStatus };

export type AnswerLinks = { accept: string; decline: string };

/** The mail about a meeting as subject, text and HTML, in the reader's language and the tenant's look. */
export function meetingMessage(
  occasion: Occasion,
  meeting: MeetingTold,
  reader: Reader,
  links: AnswerLinks,
  look: Look,
) {
  const words = mailWords[reader.language];
  const title = titleOf(meeting.title, reader.language);
  const lead = words.lead[occasion](toLine(meeting.hostName ?? ''));
  const greeting = reader.name ? `${words.hello} ${toLine(reader.name)},` : `${words.hello},`;
  const link = webLink(meeting.meetingLink) ?? webLink(meeting.locationDetail);
  const open = occasion !== 'canceled';
  const basics = basicsOf(meeting, reader.language);
  const details = open ? detailsOf(meeting, reader.language) : [];
  const answer = open ? words.answers[reader.rsvpStatus] : null;
  const closing = open ? [words.calendar, words.personal] : [words.gone];
  const subject = `${words.subject[occasion]}: ${title}`;

  const text = [
    greeting,
    lead,
    title,
    [...basics, ...details]
      .map(
        ([name, value]) =>
          `${name}: ${value.replaceAll('\n', name === words.when ? ', ' : '\n  ')}`,
      )
      .join('\n'),
    open &&
      [
        words.question,
        `${words.accept}: ${links.accept}`,
        `${words.decline}: ${links.decline}`,
      ].join('\n'),
    answer,
    closing.join('\n'),
    look.tenantName,
  ];
  const html = letter({ lang: words.lang, subject, preview: lead, look }, [
    `<p style="margin:0 0 4px">${escapeHtml(greeting)}</p><p style="margin:0 0 24px">${escapeHtml(lead)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:600;color:${look.heading}${open ? '' : ';text-decoration:line-through'}">${escapeHtml(title)}</h1>`,
    list(basics),
    open &&
      link &&
      `<p style="margin:2px 0 16px"><a href="${escapeHtml(link)}" style="color:${look.heading};font-weight:600">${words.join}</a></p>`,
    list(details.filter(([, value]) => !link || webLink(value) !== link)),
    open &&
      `<p style="margin:16px 0 12px;font-weight:600">${words.question}</p>${button(links.accept, words.accept, look, 'full')}${button(links.decline, words.decline, look, 'plain')}`,
    answer && `<p class="soft" style="margin:8px 0 0;font-size:14px;color:#4a5663">${answer}</p>`,
    `<p class="soft" style="margin:24px 0 0;font-size:13px;line-height:1.5;color:#5b6775">${closing.join('<br>')}</p>`,
  ]);
  return { subject, text: text.filter(Boolean).join('\n\n'), html };
}

/** A meeting's title, or the word for one that has none. */
export function titleOf(title: string | null, language: Language): string {
  return toLine(title ?? '') || mailWords[language].untitled;
}

/** Where a meeting is: what was written of the place, else the link. */
export function placeOf(
  meeting: Pick<MeetingTold, 'locationDetail' | 'meetingLink'>,
): string | null {
  return toLine(meeting.locationDetail ?? '') || toLine(meeting.meetingLink ?? '') || null;
}

type Fact = [name: string, value: string];

function basicsOf(meeting: MeetingTold, language: Language): Fact[] {
  const words = mailWords[language];
  const { day, hours } = formatWhen(meeting, language);
  const online = meeting.locationType === 'ONLINE' ? words.online : '';
  return stated([
    [words.when, hours ? `${day}\n${hours}` : day],
    [words.where, toLine(meeting.locationDetail ?? '') || online],
    [words.host, toLine(meeting.hostName ?? '')],
  ]);
}

function detailsOf(meeting: MeetingTold, language: Language): Fact[] {
  const words = mailWords[language];
  const { meetingLink, locationDetail } = meeting;
  return stated([
    [words.link, meetingLink === locationDetail ? '' : toLine(meetingLink ?? '')],
    [words.password, toLine(meeting.meetingPassword ?? '')],
    [words.about, toText(meeting.description ?? '').trim()],
    [words.more, toText(meeting.meetingInformation ?? '').trim()],
  ]);
}

function stated(facts: Fact[]): Fact[] {
  return facts.filter(([, value]) => value !== '');
}

/** An address that a mail may lead to: the web's, and no script's. */
function webLink(text: string | null): string | null {
  const url = URL.parse(text ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

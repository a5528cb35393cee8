import { cutText } from '@atrium/kit/cut-text.ts';
import { addressParser } from 'postal-mime';
import {
  decodeBody,
  type MailPart,
  readParameters,
  readParts,
  textOf,
} from '../../../mail/mail-parts.ts';
import { toText } from '../../invitations/icalendar.ts';
import { plainAddress, readCalendarAddress } from './calendar-address.ts';
import type { ContentLine } from './content-line.ts';
import { type CalendarEvent, readCalendar } from './read-calendar.ts';
import { unwrapUid } from './unwrap-uid.ts';
import { longestHtml, wordsOfHtml } from './words-of-html.ts';

/** The longest note that is kept with an answer. */
export const longestNote = 500;

/** The attendee of a reply: the address as it is compared, the name, and PARTSTAT in capitals. */
export type Attendee = { address: string | null; name: string | null; participation: string };

/** Holds what a mail answers: an attendee's reply or counter-proposal (RFC 5546 and 6047), or words alone. */
export type Reply = {
  /** The address in From, as it is compared; null where there is none, or more than one. */
  sender: string | null;
  /** The Date of the mail. */
  datedAt: string | null;
  /** The mails that it answers, newest first, by the part of their Message-ID before the @. */
  repliesTo: string[];
  /** True of what a program answers by itself (RFC 3834), such as that somebody is away. */
  isAutomatic: boolean;
  /** METHOD in capitals; null where the mail has no calendar or that says none. */
  method: string | null;
  hasCalendar: boolean;
  uid: string | null;
  sequence: number;
  attendees: Attendee[];
  /** DTSTAMP: when the reply was written. */
  stampedAt: string | null;
  note: string | null;
  /** The events of a counter-proposal. */
  events: Pick<CalendarEvent, 'start' | 'end' | 'duration'>[];
};

const mostCalendars = 5;

/** Reads a mail to the address that takes answers. */
export function readReply(mail: Buffer): Reply {
  const { headers, parts } = readParts(mail);
  const header = (name: string) => headers.get(name)?.[0] ?? '';
  const { calendar, text } = findCalendar(parts);
  const events = calendar?.events ?? [];
  const event = events.find(({ uid, attendees }) => uid && attendees.length > 0) ?? events[0];
  return {
    sender: readSender(headers.get('from') ?? []),
    datedAt: readDate(header('date')),
    repliesTo: readReferences(`${header('references')} ${header('in-reply-to')}`),
    isAutomatic: /^auto-/i.test(header('auto-submitted')),
    method: calendar?.method ?? null,
    hasCalendar: calendar !== undefined,
    uid: event?.uid ? unwrapUid(event.uid) : null,
    sequence: event?.sequence ?? 0,
    attendees: (event?.attendees ?? []).map(toAttendee),
    stampedAt: event?.stampedAt ?? null,
    note: toNote(calendar ? commentOf(event) : text),
    events,
  };
}

/** Returns what an event says in words; Google writes it beside its attendee. */
function commentOf(event: CalendarEvent | undefined): string {
  const beside = event?.attendees.map(({ params }) => params.get('X-RESPONSE-COMMENT') ?? '') ?? [];
  return event?.comments.join('\n') || (beside.find((words) => words.trim() !== '') ?? '');
}

/**
 * Returns the first calendar among the parts that answers, else the first; and the words of the mail, those of
 * its HTML where it has no others.
 */
function findCalendar(parts: Iterable<MailPart>) {
  const found: ReturnType<typeof readCalendar>[] = [];
  let text = '';
  let html = '';
  for (const part of parts) {
    const { type, params } = readParameters(part.headers.get('content-type')?.[0] ?? '');
    const charset = params.get('charset');
    if (isCalendar(part, type, params)) {
      const read = readCalendar(decodeBody(part), charset);
      const calendar = { ...read, method: read.method ?? methodOf(params, read.events) };
      if (/^(REPLY|COUNTER)$/.test(calendar.method ?? '')) return { calendar, text };
      found.push(calendar);
      if (found.length >= mostCalendars) break;
    } else if (text === '' && (type === 'text/plain' || type === ''))
      text = textOf(decodeBody({ ...part, body: part.body.subarray(0, 8_192) }), charset).trim();
    else if (html === '' && type === 'text/html')
      html = textOf(decodeBody({ ...part, body: part.body.subarray(0, longestHtml) }), charset);
  }
  const [calendar] = found;
  return { calendar, text: text || (calendar ? '' : wordsOfHtml(html)) };
}

const calendarTypes = /^(text\/(x-)?v?calendar|application\/(ics|calendar|x-ical.*))$/;

/** Returns whether a part is a calendar: by its type, its file name, or its first line. */
function isCalendar(part: MailPart, type: string, params: ReadonlyMap<string, string>): boolean {
  if (calendarTypes.test(type)) return true;
  const disposition = readParameters(part.headers.get('content-disposition')?.[0] ?? '');
  const name = disposition.params.get('filename') ?? params.get('name') ?? '';
  if (/\.(ics|vcs|ical)$/i.test(name)) return true;
  return /^\s*BEGIN:VCALENDAR/i.test(part.body.toString('latin1', 0, 200));
}

/** Returns what a calendar without METHOD is: as the part says, else a reply when somebody answers in it. */
function methodOf(params: ReadonlyMap<string, string>, events: readonly CalendarEvent[]) {
  const stated = params.get('method')?.toUpperCase();
  if (stated) return stated;
  const answers = events.flatMap(({ attendees }) => attendees).map(toAttendee);
  const isAnswer = answers.some(({ participation }) =>
    /^(ACCEPTED|DECLINED|TENTATIVE)$/.test(participation),
  );
  return isAnswer ? 'REPLY' : null;
}

function toAttendee({ params, value }: ContentLine): Attendee {
  return {
    address: readCalendarAddress(value, params.get('EMAIL')),
    name: params.get('CN')?.trim() || null,
    participation: (params.get('PARTSTAT') ?? '').trim().toUpperCase(),
  };
}

/** Returns the one address that a mail is from. Who is meant by two nobody can tell. */
function readSender(from: readonly string[]): string | null {
  const [header = '', ...others] = from;
  const addresses = addressParser(header).flatMap((each) => each.address ?? []);
  return others.length === 0 && addresses.length === 1 ? plainAddress(addresses[0]) : null;
}

/** Reads a Date; one without a zone is in UTC. */
function readDate(text: string): string | null {
  const plain = text.replace(/\([^()]*\)/g, ' ').trim();
  const hasZone = /([+-]\d{4}|\bGMT|\bUTC?|Z|\b[ECMP][SD]T)$/i.test(plain);
  const ms = Date.parse(hasZone ? plain : `${plain} +0000`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

function readReferences(text: string): string[] {
  const found = [...text.matchAll(/<([^<>@\s]{1,100})@[^<>\s]*>/g)].map(([, id = '']) => id);
  return found.toReversed().slice(0, 20);
}

/** Returns words as a note: without control characters, and as long as one may be. */
function toNote(text: string): string | null {
  return cutText(toText(text).trim(), longestNote).trim() || null;
}

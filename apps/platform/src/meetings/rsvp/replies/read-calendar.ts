import { textOf } from '../../../mail/mail-parts.ts';
import { type ContentLine, nameOf, readContentLine, unescapeText } from './content-line.ts';

/** Holds what an event of a calendar says, as far as an answer needs it; what is missing is null or empty. */
export type CalendarEvent = {
  uid: string | null;
  sequence: number | null;
  stampedAt: string | null;
  attendees: ContentLine[];
  comments: string[];
  start: ContentLine | null;
  end: ContentLine | null;
  duration: string | null;
};

export type Calendar = { method: string | null; events: CalendarEvent[] };

const [lf, cr, space, tab] = [10, 13, 32, 9];
const longestLine = 65_536;
// A mail of 10 MiB has some 140,000 folded lines; of what is needed there is a line for each attendee.
const most = { lines: 250_000, read: 5_000, events: 20, attendees: 1_000, comments: 20 };

const wanted = new Set(
  'METHOD UID SEQUENCE DTSTAMP ATTENDEE COMMENT DTSTART DTEND DURATION'.split(' '),
);
/** Names what else stands at the beginning of a line: a text that was not folded may go on with any other word. */
const others = new Set(
  (
    'BEGIN END VERSION PRODID CALSCALE NAME SOURCE COLOR REFRESH-INTERVAL ATTACH CATEGORIES CLASS ' +
    'CONTACT CREATED DESCRIPTION DUE EXDATE EXRULE GEO IMAGE CONFERENCE LAST-MODIFIED LOCATION ' +
    'ORGANIZER PERCENT-COMPLETE PRIORITY RDATE RECURRENCE-ID RELATED-TO REQUEST-STATUS RESOURCES ' +
    'RRULE STATUS SUMMARY TRANSP URL TRIGGER ACTION REPEAT'
  ).split(' '),
);
const passedOver = /^(VTIMEZONE|VALARM|VTODO|VJOURNAL|VFREEBUSY|VAVAILABILITY|VPOLL)$/;

/**
 * Reads a calendar line by line for what an answer needs. Whatever else is there, is missing, has no
 * end, or was not folded (RFC 5545, section 3.1) does not matter.
 */
export function readCalendar(content: Buffer, declared?: string): Calendar {
  const { bytes, charset } = narrow(content, declared);
  const calendar: Calendar = { method: null, events: [] };
  let event: CalendarEvent | undefined;
  let inside: string | undefined;

  function take({ name, params, value }: ContentLine): void {
    const text = value.trim();
    if (name === 'METHOD') {
      calendar.method ??= text.toUpperCase() || null;
      return;
    }
    // Some files lack even the line that begins the event.
    if (!event) {
      event = newEvent();
      calendar.events.push(event);
    }
    if (name === 'UID') event.uid ??= unescapeText(text) || null;
    else if (name === 'SEQUENCE') event.sequence ??= /^\d{1,9}$/.test(text) ? Number(text) : null;
    else if (name === 'DTSTAMP') event.stampedAt ??= readStamp(text);
    else if (name === 'DTSTART') event.start ??= { name, params, value: text };
    else if (name === 'DTEND') event.end ??= { name, params, value: text };
    else if (name === 'DURATION') event.duration ??= text || null;
    else if (name === 'ATTENDEE' && event.attendees.length < most.attendees)
      event.attendees.push({ name, params, value: text });
    else if (name === 'COMMENT' && event.comments.length < most.comments)
      event.comments.push(unescapeText(value));
  }

  for (const line of logicalLines(bytes)) {
    const read = readContentLine(textOf(line, charset));
    if (!read) continue;
    const component = read.value.trim().toUpperCase();
    if (read.name === 'END' && component === 'VCALENDAR') break;
    if (read.name === 'END' && component === inside) inside = undefined;
    else if (read.name === 'BEGIN' && component === 'VEVENT') {
      // What begins an event ends whatever lacked its end.
      inside = undefined;
      if (calendar.events.length >= most.events) break;
      event = newEvent();
      calendar.events.push(event);
    } else if (read.name === 'BEGIN' && passedOver.test(component)) inside ??= component;
    else if (!inside && wanted.has(read.name)) take(read);
  }
  return calendar;
}

const newEvent = (): CalendarEvent => ({
  uid: null,
  sequence: null,
  stampedAt: null,
  attendees: [],
  comments: [],
  start: null,
  end: null,
  duration: null,
});

/** Yields the lines that are looked at, unfolded, as bytes: a sign may be folded in its middle. */
function* logicalLines(content: Buffer): Generator<Buffer> {
  let pieces: Buffer[] | undefined;
  let length = 0;
  let isComment = false;
  let [lines, read] = [0, 0];
  const indent = indentOf(content);
  for (const written of physicalLines(content)) {
    const line = written.subarray(written.indexOf(indent) === 0 ? indent.length : 0);
    lines += 1;
    if (lines > most.lines || read > most.read) break;
    if (line[0] === space || line[0] === tab) {
      if (pieces && length < longestLine) length += pushTo(pieces, line.subarray(1));
      continue;
    }
    const name = nameOf(line.toString('latin1', 0, 72));
    const isKnown = name !== undefined && (wanted.has(name) || others.has(name) || isExtra(name));
    if (!isKnown && (isComment || name === undefined)) {
      if (!pieces || length >= longestLine || line.length === 0) continue;
      length += pushTo(pieces, isComment ? Buffer.concat([newLine, line]) : line);
      continue;
    }
    if (pieces) yield Buffer.concat(pieces);
    if (pieces) read += 1;
    const isRead = name !== undefined && (wanted.has(name) || name === 'BEGIN' || name === 'END');
    pieces = isRead ? [line.subarray(0, longestLine)] : undefined;
    length = line.length;
    isComment = name === 'COMMENT';
  }
  if (pieces) yield Buffer.concat(pieces);
}

/** Returns what the whole calendar is indented by, as a quoting program leaves it: nothing in nearly all. */
function indentOf(content: Buffer): string {
  return /^\s*?([ \t]+)BEGIN:VCALENDAR/i.exec(content.toString('latin1', 0, 1_000))?.[1] ?? '';
}

const newLine = Buffer.from('\n');
const isExtra = (name: string) => name.startsWith('X-');

function pushTo(pieces: Buffer[], piece: Buffer): number {
  pieces.push(piece);
  return piece.length;
}

function* physicalLines(content: Buffer): Generator<Buffer> {
  const end = content.includes(lf) ? lf : cr;
  for (let at = 0; at < content.length; ) {
    const next = content.indexOf(end, at);
    const stop = next < 0 ? content.length : next;
    const from = stop > at && content[stop - 1] === cr ? stop - 1 : stop;
    yield content.subarray(at, from);
    at = stop + 1;
  }
}

/** Returns a calendar in bytes of which each ASCII sign is one, without a byte order mark, and its charset. */
function narrow(content: Buffer, charset = '') {
  const mark = content.toString('latin1', 0, 3);
  const isLittle = mark.startsWith('\u00ff\u00fe');
  if (isLittle || mark.startsWith('\u00fe\u00ff') || /^utf-?16/i.test(charset)) {
    const wide = textOf(content, isLittle || /le$/i.test(charset) ? 'utf-16le' : 'utf-16be');
    return { bytes: Buffer.from(wide.replace(/^\uFEFF/, '')), charset: 'utf-8' };
  }
  return { bytes: mark === '\u00ef\u00bb\u00bf' ? content.subarray(3) : content, charset };
}

/** Returns the instant of a DTSTAMP, which is in UTC also where its Z is missing (RFC 5545, section 3.8.7.2). */
function readStamp(text: string): string | null {
  const [, year, month, day, hour, minute, second = '00'] =
    /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d):?(\d\d)?/i.exec(text) ?? [];
  try {
    return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`).toString();
  } catch {
    return null;
  }
}

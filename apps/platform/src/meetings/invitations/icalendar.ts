import { findZone } from '@atrium/kit/zones.ts';
import {
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  type ICalEvent,
  ICalEventStatus,
  type ICalOrganizer,
} from 'ical-generator';
import type { RsvpStatus } from '../schemas.ts';
import { daysOf, type Span, shownTimes } from '../time.ts';
import { zoneBlock } from './zone-block.ts';

/** A meeting as calendars are told of it. */
export type CalendarEntry = Span & {
  uid: string;
  sequence: number;
  title: string;
  location: string | null;
  description: string;
  link: string | null;
  canceled?: boolean;
  organizer?: { name: string; email: string; sentBy: string | null };
  attendee?: { name: string; email: string; rsvpStatus: RsvpStatus };
  /** The time of writing in UTC without a zone: a repeat of the mail has the same DTSTAMP. */
  stampedAt: string;
};

const answers = {
  UNKNOWN: ICalAttendeeStatus.NEEDSACTION,
  ACCEPTED: ICalAttendeeStatus.ACCEPTED,
  DECLINED: ICalAttendeeStatus.DECLINED,
};

/** Returns a meeting's invitation or cancellation (iTIP, RFC 5546) as iCalendar text. */
export function toInvitation(
  method: 'REQUEST' | 'CANCEL',
  entry: CalendarEntry,
  firm: string,
): string {
  const calendar = newCalendar(firm);
  calendar.method(ICalCalendarMethod[method]);
  addEntry(calendar, entry);
  return `${calendar.toString()}\r\n`;
}

/** Returns a calendar without entries that names the firm as what made it. */
export function newCalendar(firm: string): ICalCalendar {
  const company =
    toLine(firm)
      .replace(/[\\;,/]+/g, ' ')
      .trim() || 'Calendar';
  // No zone of its own, so that stamps stay in UTC; each event's zone is described.
  const generator = (zone: string) => zoneBlock(zone) || null;
  return new ICalCalendar({
    prodId: { company, product: 'Meetings', language: 'EN' },
    timezone: { name: null, generator },
  });
}

/** Adds a meeting to a calendar and returns it as the calendar's event. */
export function addEntry(calendar: ICalCalendar, entry: CalendarEntry): ICalEvent {
  const event = calendar.createEvent({
    id: toLine(entry.uid),
    sequence: entry.sequence,
    stamp: Temporal.Instant.from(`${entry.stampedAt}Z`),
    summary: toLine(entry.title),
    status: entry.canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...timesOf(entry),
  });
  if (entry.location) event.location(toLine(entry.location));
  if (entry.description) event.description(toText(entry.description));
  const link = webLink(entry.link);
  if (link) event.url(link);
  if (entry.organizer) event.organizer(organizerOf(entry.organizer));
  if (entry.attendee) event.createAttendee(attendeeOf(entry.attendee, entry.canceled === true));
  return event;
}

function attendeeOf(attendee: NonNullable<CalendarEntry['attendee']>, canceled: boolean) {
  const { name, email, rsvpStatus } = attendee;
  return {
    email: toLine(email),
    name: toLine(name) || toLine(email),
    status: answers[rsvpStatus],
    rsvp: !canceled,
  };
}

/** Returns all-day dates as dates, the end exclusive (RFC 5545, section 3.6.1), other times with a zone. */
function timesOf(entry: CalendarEntry) {
  if (entry.allDay) {
    const { from, until } = daysOf(entry);
    return {
      allDay: true,
      start: Temporal.PlainDate.from(from),
      end: Temporal.PlainDate.from(until),
    };
  }
  const { start, end } = shownTimes(entry);
  const timezone = findZone(entry.timezone);
  return { start: start.toInstant(), end: end.toInstant(), ...(timezone ? { timezone } : {}) };
}

function organizerOf({ name, email, sentBy }: NonNullable<CalendarEntry['organizer']>) {
  const organizer: ICalOrganizer = { name: toLine(name) || email, email: toLine(email) };
  return sentBy && sentBy !== email ? { ...organizer, sentBy: toLine(sentBy) } : organizer;
}

/** Returns an address that a mail or a calendar may lead to: the web's, and no script's. */
export function webLink(text: string | null): string | null {
  const url = URL.parse(text ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Returns text on one line, without what a header or a property could be broken with. */
export function toLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Returns text with its line breaks and tabs, and no other control characters. */
export function toText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

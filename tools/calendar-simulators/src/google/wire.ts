import type { Calendar } from '../core/calendar.ts';
import { isVanished, type Vanished } from '../core/calendar.ts';
import type { Answer, Attendee, CalendarEvent } from '../core/event.ts';
import { instantOf, type ZonedTime } from '../core/time.ts';

// The Events resource: https://developers.google.com/workspace/calendar/api/v3/reference/events
// and the published discovery document, https://www.googleapis.com/discovery/v1/apis/calendar/v3/rest

export const answers: Record<Answer, string> = {
  none: 'needsAction',
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
};

export function etagOf({ changed }: { changed: number }): string {
  return `"${3_300_000_000_000_000 + changed * 2}"`;
}

/** An event as `events.get` answers it, deleted or not. */
export function toWire(event: CalendarEvent, calendar: Calendar, zone?: string) {
  const { data } = calendar;
  const isSelf = (email: string) => email.toLowerCase() === data.email || undefined;
  const { organizer, span } = event;
  return {
    kind: 'calendar#event',
    etag: etagOf(event),
    id: event.id,
    status: event.status,
    htmlLink: calendar.linkTo(event.id),
    created: new Date(event.createdMs).toISOString(),
    updated: new Date(event.updatedMs).toISOString(),
    summary: event.title || undefined,
    description: event.description || undefined,
    location: event.location || undefined,
    creator: { email: organizer.email, self: isSelf(organizer.email) },
    organizer: {
      email: organizer.email,
      displayName: organizer.name,
      self: isSelf(organizer.email),
    },
    start: span.allDay ? { date: span.start } : toDateTime(span.start, zone),
    end: span.allDay ? { date: span.end } : toDateTime(span.end, zone),
    recurrence: event.recurrence.length > 0 ? event.recurrence : undefined,
    ...instanceFields(event, zone),
    transparency: ['free', 'workingElsewhere'].includes(event.showAs) ? 'transparent' : undefined,
    iCalUID: event.iCalUid,
    sequence: event.sequence,
    attendees:
      event.attendees.length > 0
        ? event.attendees.map((each) => toAttendee(each, isSelf, organizer.email))
        : undefined,
    reminders: { useDefault: true },
    eventType: 'default',
    ...event.extra,
  };
}

/**
 * An entry of a list. Of what was deleted no more than the reference guarantees: the id, and for
 * an instance the series and its place in it.
 */
export function toEntry(entry: CalendarEvent | Vanished, calendar: Calendar, zone?: string) {
  if (!isVanished(entry) && entry.status !== 'cancelled') return toWire(entry, calendar, zone);
  return {
    kind: 'calendar#event',
    etag: etagOf(entry),
    id: entry.id,
    status: 'cancelled',
    ...instanceFields(entry, zone),
  };
}

function instanceFields(
  { seriesId, originalStart }: Pick<CalendarEvent, 'seriesId' | 'originalStart'>,
  zone?: string,
) {
  if (!seriesId || !originalStart) return {};
  const start =
    typeof originalStart === 'string' ? { date: originalStart } : toDateTime(originalStart, zone);
  return { recurringEventId: seriesId, originalStartTime: start };
}

/** With the offset that holds there and then; `zone` is the one that the caller asked for. */
function toDateTime(time: ZonedTime, zone = time.zone) {
  const at = Temporal.Instant.fromEpochMilliseconds(instantOf(time)).toZonedDateTimeISO(zone);
  const dateTime = at.toString({ timeZoneName: 'never', smallestUnit: 'second' });
  return { dateTime: dateTime.replace('+00:00', 'Z'), timeZone: time.zone };
}

function toAttendee(
  attendee: Attendee,
  isSelf: (email: string) => boolean | undefined,
  organizer: string,
) {
  return {
    email: attendee.email,
    displayName: attendee.name,
    organizer: attendee.email === organizer || undefined,
    self: isSelf(attendee.email),
    optional: attendee.optional || undefined,
    responseStatus: answers[attendee.answer],
  };
}

import type { Attendee, CalendarEvent, EventChange, ShowAs } from '../core/event.ts';
import { boundsOf, type Span, sameSpan, toZone, type ZonedTime } from '../core/time.ts';
import { toIanaZone } from '../core/zones.ts';
import { wrap } from './body.ts';
import { invalid } from './errors.ts';
import { type Recurrence, toRule } from './recurrence.ts';

export type Body = Record<string, unknown>;
type Time = { dateTime?: string; timeZone?: string };
type Property = { id: string; value: string };

const kept = [
  'categories',
  'importance',
  'sensitivity',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'responseRequested',
  'allowNewTimeProposals',
  'hideAttendees',
];
const shows: readonly ShowAs[] = ['free', 'tentative', 'busy', 'oof', 'workingElsewhere'];

/**
 * Says what a body of create or update sets; only what it names. Answers of attendees are the
 * service's own: they are kept by address, and forgotten when the event is moved.
 */
export function readEvent(body: Body, zone: string, before?: CalendarEvent): EventChange {
  const change: EventChange = { extra: { ...before?.extra } };
  if ('subject' in body) change.title = String(body.subject ?? '');
  if ('body' in body) Object.assign(change, readText(body.body, change.extra));
  if ('location' in body)
    change.location = String((body.location as { displayName?: string } | null)?.displayName ?? '');
  if ('showAs' in body) change.showAs = readShowAs(body.showAs);
  if ('start' in body || 'end' in body || 'isAllDay' in body)
    change.span = readSpan(body, zone, before);
  const span = change.span ?? before?.span;
  const moved = before && span ? !sameSpan(span, before.span) : false;
  if ('attendees' in body || moved) {
    const known = moved ? [] : (before?.attendees ?? []);
    const listed = 'attendees' in body ? readAttendees(body.attendees) : (before?.attendees ?? []);
    change.attendees = listed.map((each) => withAnswerOf(each, known));
  }
  if ('recurrence' in body && span)
    change.recurrence = body.recurrence ? toRule(body.recurrence as Recurrence, span) : [];
  if (change.extra) keepOthers(body, change.extra);
  return change;
}

function readText(value: unknown, extra: Record<string, unknown> = {}): EventChange {
  const { contentType, content = '' } = (value ?? {}) as { contentType?: string; content?: string };
  const isHtml = contentType?.toLowerCase() === 'html';
  // "If the meeting blob is removed from the body, the online meeting is disabled" (event-update).
  const { joinUrl } = (extra.onlineMeeting ?? {}) as { joinUrl?: string };
  const { onlineMeeting, ...offline } = extra;
  const kept = joinUrl && content.includes(joinUrl) ? extra : offline;
  return {
    description: isHtml ? wrap(content) : content,
    extra: { ...kept, bodyType: isHtml ? 'html' : 'text' },
  };
}

function readSpan(body: Body, zone: string, before?: CalendarEvent): Span {
  const allDay = 'isAllDay' in body ? body.isAllDay === true : (before?.span.allDay ?? false);
  const start =
    readTime(body.start as Time | undefined, 'Start') ?? asTime(before?.span.start, zone);
  const end = readTime(body.end as Time | undefined, 'End') ?? asTime(before?.span.end, zone);
  if (!start || !end)
    throw invalid('At least one property failed validation.', 'ErrorPropertyValidationFailure');
  if (allDay) return wholeDays(start, end);
  const span = { allDay: false, start, end } as const;
  const { startMs, endMs } = boundsOf(span, zone);
  if (endMs < startMs)
    throw invalid(
      "Your request can't be completed. The End time should be later than the Start time.",
      'ErrorCalendarEndDateIsEarlierThanStartDate',
    );
  return span;
}

// "If true, … start and end must be set to midnight and be in the same time zone."
function wholeDays(start: ZonedTime, end: ZonedTime): Span {
  const midnight = (time: ZonedTime) => time.local.slice(11) === '00:00:00';
  if (!midnight(start) || !midnight(end) || start.zone !== end.zone)
    throw invalid(
      'The Event.Start property for an all-day event needs to be set to midnight.',
      'ErrorInvalidAllDayEvent',
    );
  const [from, to] = [start.local.slice(0, 10), end.local.slice(0, 10)];
  if (to <= from)
    throw invalid(
      'The duration of an event marked as All day must be at least 24 hours.',
      'ErrorInvalidAllDayEvent',
    );
  return { allDay: true, start: from, end: to };
}

/** A local time and a Windows or IANA zone. A time with an offset is taken as UTC, zone or not. */
function readTime(time: Time | undefined, name: string): ZonedTime | undefined {
  if (!time) return undefined;
  const zone = toIanaZone(time.timeZone ?? 'UTC');
  if (!zone)
    throw invalid(
      `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${time.timeZone}'.`,
      'TimeZoneNotSupportedException',
    );
  try {
    const dateTime = time.dateTime ?? '';
    if (/(?:Z|[+-]\d\d:\d\d)$/i.test(dateTime))
      return toZone(Temporal.Instant.from(dateTime).epochMilliseconds, 'UTC');
    return {
      local: Temporal.PlainDateTime.from(dateTime).toString({ smallestUnit: 'second' }),
      zone,
    };
  } catch {
    throw invalid(`The ${name} value is not a date and time.`, 'ErrorPropertyValidationFailure');
  }
}

function asTime(value: ZonedTime | string | undefined, zone: string): ZonedTime | undefined {
  return typeof value === 'string' ? { local: `${value}T00:00:00`, zone } : value;
}

function readShowAs(value: unknown): ShowAs {
  const found = shows.find((each) => each === value);
  if (!found) throw invalid(`The value '${String(value)}' is not a freeBusyStatus.`);
  return found;
}

function readAttendees(value: unknown): Attendee[] {
  if (!Array.isArray(value)) return [];
  return value.map(
    (each: { type?: string; emailAddress?: { address?: string; name?: string } }) => {
      const email = each.emailAddress?.address;
      if (!email?.includes('@'))
        throw invalid('At least one recipient is not valid.', 'ErrorInvalidRecipients');
      return {
        email,
        name: each.emailAddress?.name,
        answer: 'none',
        optional: each.type === 'optional',
      };
    },
  );
}

function withAnswerOf(attendee: Attendee, known: Attendee[]): Attendee {
  const before = known.find(({ email }) => email.toLowerCase() === attendee.email.toLowerCase());
  const { answer = 'none', answeredMs } = before ?? {};
  return { ...attendee, answer, answeredMs };
}

function keepOthers(body: Body, extra: Record<string, unknown>): void {
  for (const name of kept) if (name in body) extra[name] = body[name];
  if (!Array.isArray(body.singleValueExtendedProperties)) return;
  const given = body.singleValueExtendedProperties as Property[];
  const before = (extra.properties as Property[] | undefined) ?? [];
  const others = before.filter(({ id }) => !given.some((each) => sameName(each.id, id)));
  extra.properties = [...others, ...given.filter(({ value }) => value !== null)];
}

/** `String {GUID} Name X` is compared without regard to case. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

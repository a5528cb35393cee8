import type { Answer, Attendee, CalendarEvent, EventChange } from '../core/event.ts';
import { boundsOf, isZone, type Span, toZone, type ZonedTime } from '../core/time.ts';
import { invalid } from './errors.ts';
import { answers } from './wire.ts';

type Time = { date?: string; dateTime?: string; timeZone?: string };
export type Body = Record<string, unknown>;

const kept = [
  'extendedProperties',
  'visibility',
  'reminders',
  'conferenceData',
  'colorId',
  'source',
  'attachments',
  'guestsCanModify',
  'guestsCanInviteOthers',
  'guestsCanSeeOtherGuests',
  'anyoneCanAddSelf',
  'eventType',
];

/**
 * Says what a body of insert, update or patch sets. With `before` (patch) only what it names changes,
 * and `null` clears; arrays are replaced whole, so that an attendee sent without an answer has none.
 * Throws a 400 as the API does.
 */
export function readEvent(body: Body, zone: string, before?: CalendarEvent): EventChange {
  const change: EventChange = {};
  const text = (name: string) => (body[name] == null ? '' : String(body[name]));
  const given = (name: string) => name in body || before === undefined;
  if (given('summary')) change.title = text('summary');
  if (given('description')) change.description = text('description');
  if (given('location')) change.location = text('location');
  if (given('transparency')) change.showAs = body.transparency === 'transparent' ? 'free' : 'busy';
  if (given('status')) change.status = readStatus(body.status);
  if (given('attendees')) change.attendees = readAttendees(body.attendees);
  if (given('recurrence')) change.recurrence = readRecurrence(body.recurrence);
  if (given('start') || given('end')) change.span = readSpan(body, zone, before);
  if (typeof body.sequence === 'number') change.sequence = readSequence(body.sequence, before);
  change.extra = readExtra(body, before?.extra);
  const recurs = (change.recurrence ?? []).length > 0;
  const timed = change.span && !change.span.allDay;
  if (recurs && timed && !(body.start as Time | undefined)?.timeZone)
    throw invalid('Missing time zone definition for start time.', undefined, 'required');
  return change;
}

function readSpan(body: Body, zone: string, before?: CalendarEvent): Span {
  const start = readTime(body.start, 'start', zone) ?? before?.span.start;
  const end = readTime(body.end, 'end', zone) ?? before?.span.end;
  if (!start) throw invalid('Missing start time.', undefined, 'required');
  if (!end) throw invalid('Missing end time.', undefined, 'required');
  const span = together(start, end);
  const { startMs, endMs } = boundsOf(span, zone);
  if (endMs < startMs || (span.allDay && endMs === startMs))
    throw invalid('The specified time range is empty.', undefined, 'timeRangeEmpty');
  return span;
}

function together(start: ZonedTime | string, end: ZonedTime | string): Span {
  if (typeof start === 'string' && typeof end === 'string') return { allDay: true, start, end };
  if (typeof start === 'string' || typeof end === 'string')
    throw invalid('Start and end times must either both be date or both be dateTime.');
  return { allDay: false, start, end };
}

/** RFC 3339 with an offset, or without one when a time zone is named. */
function readTime(value: unknown, name: string, zone: string): ZonedTime | string | undefined {
  if (value == null) return undefined;
  const { date, dateTime, timeZone } = value as Time;
  if (timeZone && !isZone(timeZone))
    throw invalid(`Invalid time zone definition for ${name} time.`);
  try {
    if (date) return Temporal.PlainDate.from(date).toString();
    if (!dateTime) throw new RangeError('neither');
    if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(dateTime))
      return toZone(Temporal.Instant.from(dateTime).epochMilliseconds, timeZone ?? zone);
    const local = Temporal.PlainDateTime.from(dateTime).toString({ smallestUnit: 'second' });
    if (timeZone) return { local, zone: timeZone };
  } catch {
    throw invalid(`Invalid ${name} time.`);
  }
  throw invalid(`Missing time zone definition for ${name} time.`, undefined, 'required');
}

function readStatus(value: unknown): CalendarEvent['status'] {
  if (value === 'cancelled' || value === 'tentative') return value;
  return 'confirmed';
}

function readAttendees(value: unknown): Attendee[] {
  if (!Array.isArray(value)) return [];
  return value.map((each: Record<string, unknown>) => {
    if (typeof each.email !== 'string' || !each.email.includes('@'))
      throw invalid('Invalid attendee email.');
    const answer = Object.entries(answers).find(([, word]) => word === each.responseStatus)?.[0];
    return {
      email: each.email,
      name: typeof each.displayName === 'string' ? each.displayName : undefined,
      answer: (answer as Answer | undefined) ?? 'none',
      optional: each.optional === true,
    };
  });
}

function readRecurrence(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const lines = value.map(String);
  if (lines.some((line) => !/^(?:RRULE|EXRULE|RDATE|EXDATE)[:;]/.test(line)))
    throw invalid('Invalid recurrence rule.');
  return lines;
}

function readSequence(sequence: number, before?: CalendarEvent): number {
  if (before && sequence < before.sequence)
    throw invalid(
      'Invalid sequence value. The specified sequence number is below the current sequence number of the resource. Re-fetch the resource and use its sequence number on the following request.',
    );
  return sequence;
}

function readExtra(body: Body, before: Record<string, unknown> = {}): Record<string, unknown> {
  const extra = { ...before };
  for (const name of kept) {
    if (!(name in body)) continue;
    if (body[name] === null) delete extra[name];
    else if (name === 'extendedProperties') extra[name] = mergeProperties(body[name], extra[name]);
    else extra[name] = body[name];
  }
  return extra;
}

/** Properties are merged by key in a patch; `null` removes one. */
function mergeProperties(given: unknown, before: unknown): unknown {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const side of ['private', 'shared'] as const) {
    const both = {
      ...((before as Body | undefined)?.[side] as Body),
      ...((given as Body)[side] as Body),
    };
    const left = Object.entries(both).filter(([, value]) => value !== null);
    if (left.length > 0) merged[side] = Object.fromEntries(left);
  }
  return merged;
}

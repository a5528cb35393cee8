import { readLocalTime } from '../../../http/local-time.ts';
import { findZone } from '../../zone-names.ts';
import type { Proposed } from '../schemas.ts';
import type { ContentLine } from './content-line.ts';
import type { CalendarEvent } from './read-calendar.ts';
import type { Reply } from './read-reply.ts';

const mostProposed = 3;

/** Returns the times of a counter-proposal, local to the meeting's zone; none of another mail. */
export function proposedIn({ method, events }: Pick<Reply, 'method' | 'events'>, meeting: Meant) {
  if (method !== 'COUNTER') return [];
  return events.flatMap((event) => readProposed(event, meeting) ?? []).slice(0, mostProposed);
}

type Said = Pick<CalendarEvent, 'start' | 'end' | 'duration'>;
type Meant = { timezone: string; durationMinutes: number };

/**
 * Returns the time that an event of a counter-proposal names, local to the zone of the meeting, and
 * of its length unless another end or duration is said. Undefined where no start is.
 */
function readProposed(
  { start, end, duration }: Said,
  { timezone, durationMinutes }: Meant,
): Proposed | undefined {
  try {
    return toProposed({ start, end, duration }, { timezone, durationMinutes });
  } catch {
    // Beyond all calendars.
    return undefined;
  }
}

function toProposed({ start, end, duration }: Said, { timezone, durationMinutes }: Meant) {
  const from = start && readTime(start, timezone);
  if (!from) return undefined;
  const until = (end && readTime(end, timezone)) ?? from.add(lengthOf(duration, durationMinutes));
  const isAfter = Temporal.PlainDateTime.compare(until, from) > 0;
  const [startDateTime, endDateTime] = [
    toLocal(from),
    toLocal(isAfter ? until : from.add({ minutes: durationMinutes })),
  ];
  return startDateTime && endDateTime ? { startDateTime, endDateTime } : undefined;
}

const toLocal = (time: Temporal.PlainDateTime) =>
  readLocalTime(time.toString({ smallestUnit: 'second' }));

/** Reads a date or a time: in UTC, in a zone that is known by its name, or in the meeting's (RFC 5545, section 3.3.5). */
function readTime({ params, value }: ContentLine, timezone: string) {
  const [, date, time = 'T000000', utc] = /^(\d{8})(T\d{6})?(Z)?$/i.exec(value) ?? [];
  try {
    const local = Temporal.PlainDateTime.from(`${date}${time}`);
    const zone = utc ? 'UTC' : (findZone(params.get('TZID')) ?? timezone);
    const isWholeDay = value.length === 8;
    return isWholeDay
      ? local
      : local.toZonedDateTime(zone).withTimeZone(timezone).toPlainDateTime();
  } catch {
    return undefined;
  }
}

function lengthOf(duration: string | null, minutes: number): Temporal.Duration {
  try {
    const length = Temporal.Duration.from(duration ?? '');
    if (length.sign > 0) return length;
  } catch {
    // The meeting's own length stands.
  }
  return Temporal.Duration.from({ minutes });
}

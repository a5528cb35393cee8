/**
 * A meeting's time as people mean it: local times in a zone, as `YYYY-MM-DDThh:mm:ss`. Of an all-day
 * meeting only the dates count: from the first day up to the end, which is included unless it is a
 * midnight.
 */
export type Span = {
  startDateTime: string;
  endDateTime: string;
  timezone: string;
  allDay: boolean;
};

/** The values derived from a span by the zone's rules: instants in UTC, and the real duration. */
export type Derived = { startsAt: string; endsAt: string; durationMinutes: number };

/** The zone rules that this process knows, such as `2026a`; later ones compare as greater. */
export const rulesVersion = process.versions.tz ?? '0';

/** Returns the days of an all-day meeting, the last one excluded: dates that never become instants. */
export function daysOf({ startDateTime, endDateTime }: Span): { from: string; until: string } {
  const end = Temporal.PlainDateTime.from(endDateTime);
  const midnight = Temporal.PlainTime.compare(end.toPlainTime(), new Temporal.PlainTime()) === 0;
  const until = midnight ? end.toPlainDate() : end.toPlainDate().add({ days: 1 });
  return { from: startDateTime.slice(0, 10), until: until.toString() };
}

/**
 * Derives the instants of a span. A local time that clocks skip is taken by the offset before the
 * change, one that they repeat is the first (RFC 5545 3.3.5, Temporal's `compatible`). When the
 * skipping would end a meeting before it starts, it keeps its length on the clock.
 */
export function deriveInstants(span: Span): Derived {
  if (span.allDay) return deriveDays(span);
  const start = Temporal.PlainDateTime.from(span.startDateTime);
  const end = Temporal.PlainDateTime.from(span.endDateTime);
  const startsAt = start.toZonedDateTime(span.timezone).toInstant();
  const endsAt = end.toZonedDateTime(span.timezone).toInstant();
  const backwards = Temporal.Instant.compare(endsAt, startsAt) <= 0;
  return derived(
    startsAt,
    backwards ? startsAt.add(start.until(end, { largestUnit: 'hour' })) : endsAt,
  );
}

function deriveDays(span: Span): Derived {
  const { from, until } = daysOf(span);
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(until)];
  const dawn = (date: Temporal.PlainDate) => date.toZonedDateTime(span.timezone).toInstant();
  const durationMinutes = first.until(last, { largestUnit: 'day' }).days * 1440;
  return { ...derived(dawn(first), dawn(last)), durationMinutes };
}

function derived(startsAt: Temporal.Instant, endsAt: Temporal.Instant): Derived {
  return {
    startsAt: startsAt.toString(),
    endsAt: endsAt.toString(),
    durationMinutes: Math.floor(startsAt.until(endsAt).total('minute')),
  };
}

/** Returns when a meeting begins and ends as clocks show it: where they skip its time, by the moved one. */
export function shownTimes(span: Span): {
  start: Temporal.ZonedDateTime;
  end: Temporal.ZonedDateTime;
} {
  const { startsAt, endsAt } = deriveInstants(span);
  const shown = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(span.timezone);
  return { start: shown(startsAt), end: shown(endsAt) };
}

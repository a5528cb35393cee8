/** A wall-clock time in an IANA zone: `2026-11-21T10:00:00`, `Europe/Zurich`. */
export type ZonedTime = { local: string; zone: string };

/** Says when an event takes place. The end of an all-day event is the first date after it. */
export type Span =
  | { allDay: true; start: string; end: string }
  | { allDay: false; start: ZonedTime; end: ZonedTime };

/** The instant of a wall-clock time; gaps and overlaps are resolved as RFC 5545 does. */
export function instantOf({ local, zone }: ZonedTime): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
}

/** The wall-clock time of an instant in a zone, to the second. */
export function toZone(ms: number, zone: string): ZonedTime {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return { local: at.toPlainDateTime().toString({ smallestUnit: 'second' }), zone };
}

/** First and last instant of a span; all-day events last from midnight to midnight of `zone`. */
export function boundsOf(span: Span, zone: string): { startMs: number; endMs: number } {
  if (!span.allDay) return { startMs: instantOf(span.start), endMs: instantOf(span.end) };
  return { startMs: midnight(span.start, zone), endMs: midnight(span.end, zone) };
}

/** The same length of time from another start. */
export function startingAt(span: Span, start: string | ZonedTime): Span {
  if (span.allDay) {
    const date = Temporal.PlainDate.from(typeof start === 'string' ? start : start.local);
    const days = Temporal.PlainDate.from(span.start).until(span.end).days;
    return { allDay: true, start: date.toString(), end: date.add({ days }).toString() };
  }
  const begins = typeof start === 'string' ? { local: start, zone: span.start.zone } : start;
  const lengthMs = instantOf(span.end) - instantOf(span.start);
  return {
    allDay: false,
    start: begins,
    end: toZone(instantOf(begins) + lengthMs, span.end.zone),
  };
}

/** Returns whether both say the same, zone included. */
export function sameSpan(one: Span, other: Span): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function midnight(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { readInstant } from '../instant.ts';

// Asking for a zone costs a quarter of a millisecond.
const zones = new Map<string, string>();
const mostZones = 2_000;

/** Returns the IANA zone of a name in any letter case. Throws VALIDATION_FAILED naming `timezone`. */
export function readZone(name: string): string {
  const known = zones.get(name);
  if (known) return known;
  try {
    // A name that begins with a sign is an offset and no zone.
    if (!/^[A-Za-z]/.test(name)) throw new RangeError('An offset');
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    if (zones.size < mostZones) zones.set(name, zone);
    return zone;
  } catch {
    throw invalid(fieldError('timezone', 'NOT_ALLOWED', 'must be an IANA time zone'));
  }
}

const local = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)?$/i;

/** Returns whether text is a date-time, or a date, with or without a zone. */
export function isMoment(text: string): boolean {
  if (readInstant(text) !== undefined) return true;
  try {
    return local.test(text) && Temporal.PlainDateTime.from(text) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the instant of a moment in ms since 1970; one without a zone is local to `timezone`. */
export function readMoment(text: string, timezone: string): number {
  return (
    readInstant(text) ??
    Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds
  );
}

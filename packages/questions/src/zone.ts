import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { findZone } from '@atrium/kit/zones.ts';
import { readInstant } from './instant.ts';

/** Returns the IANA zone of a name in any letter case. Throws VALIDATION_FAILED naming `timezone`. */
export function readZone(name: string): string {
  const zone = findZone(name);
  if (zone) return zone;
  throw invalid(fieldError('timezone', 'NOT_ALLOWED', 'must be an IANA time zone'));
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

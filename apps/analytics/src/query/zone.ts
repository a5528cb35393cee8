import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { readInstant } from '../instant.ts';

// Zones come by name, in the spelling that the engine knows; offsets are no zones.
const zones = new Map(
  [...Intl.supportedValuesOf('timeZone'), 'UTC'].map((name) => [name.toLowerCase(), name]),
);

/** The IANA zone of a name in any letter case. Throws VALIDATION_FAILED naming `timezone`. */
export function readZone(name: string): string {
  const known = zones.get(name.toLowerCase());
  if (known) return known;
  try {
    if (!/^[A-Za-z]/.test(name)) throw new RangeError('An offset');
    return canonical(name);
  } catch {
    throw invalid(fieldError('timezone', 'NOT_ALLOWED', 'must be an IANA time zone'));
  }
}

/** A link, such as `Asia/Kolkata` where the data calls it `Asia/Calcutta`, as the zone it means. */
function canonical(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  return zones.get(timeZone.toLowerCase()) ?? timeZone;
}

const local = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)?$/i;

/** Whether text is a date-time, or a date, with or without a zone. */
export function isMoment(text: string): boolean {
  if (readInstant(text) !== undefined) return true;
  try {
    return local.test(text) && Temporal.PlainDateTime.from(text) !== undefined;
  } catch {
    return false;
  }
}

/** The instant of a moment in ms since 1970; one without a zone is local to `timezone`. */
export function readMoment(text: string, timezone: string): number {
  return (
    readInstant(text) ??
    Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds
  );
}

import { isZone } from '@atrium/kit/zones.ts';

/** Returns a local date-time as the contract writes it, to the second. */
export function toLocal(time: Temporal.PlainDateTime): string {
  return time.toString({ smallestUnit: 'second' });
}

/** Returns the instant of a local time in a zone; in a gap or an overlap as RFC 5545 has it. */
export function toInstant(local: string, timezone: string): string {
  return Temporal.PlainDateTime.from(local)
    .toZonedDateTime(timezone, { disambiguation: 'compatible' })
    .toInstant()
    .toString();
}

/** Returns the local time of an instant in a zone. */
export function toLocalIn(instant: string, timezone: string): string {
  return toLocal(Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDateTime());
}

/** Returns the date of a midnight; dates never become instants on their way. */
export function toDate(local: string): string {
  return local.slice(0, 10);
}

export function fromDate(date: string): string {
  return `${date}T00:00:00`;
}

/** Tells whether two names are one IANA zone: some zones have several names. */
export function isSameIanaZone(one: string, other: string): boolean {
  if (one === other) return true;
  const inZone = (name: string) =>
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
  return isZone(one) && isZone(other) && inZone(one).equals(inZone(other));
}

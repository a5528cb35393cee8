import { isZone } from '@atrium/kit/zones.ts';
import { findIana, findWindows, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { findZone } from '../../../meetings/zone-names.ts';
import { toInstant, toLocal, toLocalIn } from '../times.ts';

const equivalents = new Map<string, string>();

/**
 * Returns Microsoft's name of an IANA zone: the Windows name by Unicode's table, or else that of a
 * zone with the same clock. A zone whose clock no Windows zone has (Antarctica/Troll) keeps its
 * name, which Microsoft does not take: see `toKnownZone`.
 */
export function toWindowsZone(timezone: string): string {
  const [windows] = findWindows(timezone as Parameters<typeof findWindows>[0]);
  if (windows) return windows;
  const known = equivalents.get(timezone) ?? findEquivalent(timezone) ?? timezone;
  equivalents.set(timezone, known);
  return known;
}

type Times = { start: string; end: string; timezone: string };

/**
 * Returns local times in a zone whose name Microsoft takes and whose offsets at these times are
 * theirs: their own, or else the one that agrees longest in the months around; where there is none,
 * the times in UTC.
 */
export function toKnownZone({ start, end, timezone }: Times) {
  const windows = toWindowsZone(timezone);
  const isKnown = agreesAt({ start, end, timezone })(windows);
  const nearest = isKnown ? windows : findNearest({ start, end, timezone });
  if (nearest) return { start, end, timeZone: nearest };
  const inUtc = (local: string) => toLocalIn(toInstant(local, timezone), 'UTC');
  return { start: inUtc(start), end: inUtc(end), timeZone: 'UTC' };
}

const monthsAround = [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6];

function findNearest({ start, end, timezone }: Times): string | undefined {
  const isRight = agreesAt({ start, end, timezone });
  const at = Temporal.PlainDateTime.from(start);
  const around = monthsAround.map((months) => toInstant(toLocal(at.add({ months })), timezone));
  const near = WINDOWS_TO_IANA_MAP.filter(({ windowsName }) => isRight(windowsName)).map(
    ({ windowsName }) => {
      const iana = findZone(windowsName) ?? timezone;
      const months = around.filter((each) => offsetOf(iana, each) === offsetOf(timezone, each));
      return { windowsName, months: months.length };
    },
  );
  const [nearest] = near.toSorted((one, other) => other.months - one.months);
  return nearest?.windowsName;
}

/** Returns a function that says whether a Windows zone has the offsets of times at their instants. */
function agreesAt({ start, end, timezone }: Times) {
  const instants = [toInstant(start, timezone), toInstant(end, timezone)];
  return (windows: string) => {
    const [iana] = findIana(windows as Parameters<typeof findIana>[0]);
    return (
      iana !== undefined &&
      instants.every((each) => offsetOf(iana, each) === offsetOf(timezone, each))
    );
  };
}

const offsetOf = (timezone: string, instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).offsetNanoseconds;

/** Tells whether two IANA zones are one to Microsoft, which knows fewer. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || toWindowsZone(one) === toWindowsZone(other);
}

/** Returns a Windows zone whose clock shows the same as this zone's in the years that meetings are in. */
function findEquivalent(timezone: string): string | undefined {
  if (!isZone(timezone)) return undefined;
  const wanted = clockOf(timezone);
  return WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName).find((windowsName) => {
    const [iana] = findIana(windowsName);
    return iana !== undefined && clockOf(iana) === wanted;
  });
}

/** Returns a zone's offset at the beginning of this year, and its changes in the five years from then on. */
function clockOf(timezone: string): string {
  const { year } = Temporal.Now.plainDateISO('UTC');
  const until = Temporal.Instant.from(`${year + 5}-01-01T00:00:00Z`);
  let at = Temporal.Instant.from(`${year}-01-01T00:00:00Z`).toZonedDateTimeISO(timezone);
  const changes = [at.offset];
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || Temporal.Instant.compare(next.toInstant(), until) > 0) return changes.join(' ');
    changes.push(`${next.epochMilliseconds} ${next.offset}`);
    at = next;
  }
}

const known = new Map<string, string | null>();
// More names than there are zones; asking for one takes a part of a millisecond.
const mostKnown = 2_000;

/**
 * Returns the usual spelling of an IANA zone's name in any letter case; an alias stays one. Undefined
 * for what is none: Temporal, by which all times are worked out here, decides. Offsets are no zones.
 */
export function findZone(name: string): string | undefined {
  const found = known.get(name);
  if (found !== undefined) return found ?? undefined;
  const zone = /^[A-Za-z][\w+/-]{0,99}$/.test(name) ? spell(name) : null;
  if (known.size < mostKnown) known.set(name, zone);
  return zone ?? undefined;
}

/** Returns whether a text is the name of an IANA zone. */
export const isZone = (name: string): boolean => findZone(name) !== undefined;

function spell(name: string): string | null {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return null;
  }
}

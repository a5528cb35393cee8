import { findZone as findKnown } from '@atrium/kit/zones.ts';
import { findIana } from 'windows-iana';

/**
 * Returns the zone that a name of a calendar program means: an IANA name, one with the program's own
 * path before it, or Microsoft's. Undefined for names of none, as of zones that somebody made up.
 */
export function findZone(name: string | null | undefined): string | undefined {
  const text = name?.trim().slice(0, 200) ?? '';
  const known = findKnown(text);
  if (known) return known;
  if (/^tzone:\/\/microsoft\/utc$/i.test(text)) return 'UTC';
  const [windows] = findIana(text as Parameters<typeof findIana>[0]);
  const tail = /^\/.*?\/([A-Za-z_]+(?:\/[\w+-]+){1,2})$/.exec(text)?.[1];
  return windows ?? (tail && findKnown(tail));
}

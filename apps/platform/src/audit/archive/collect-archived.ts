import type { ObjectStore } from '../../files/object-store.ts';
import type { ArchivedEvent, ArchivedPart } from './parts.ts';
import { readPart } from './read-part.ts';

/** So many archived parts are read for one answer, which may then have less than a page, and a cursor. */
const mostParts = 20;

/** The place of an event or another entry in the order of time. */
type Placed = { exactTime: string; eventId: string };

/** Says whether one place comes before another in time. */
export const isBefore = (one: Placed, other: Placed): boolean =>
  one.exactTime < other.exactTime ||
  (one.exactTime === other.exactTime && one.eventId < other.eventId);

/** Returns entries in their order, the newest first. */
export const newestFirst = <E extends Placed>(entries: readonly E[]): E[] =>
  entries.toSorted((one, other) => (isBefore(one, other) ? 1 : -1));

type Wanted = {
  /** The parts that may have some, those with the youngest events first. */
  parts: readonly ArchivedPart[];
  /** Holds what the page has from the database. */
  rows: readonly Placed[];
  size: number;
  isWanted: (event: ArchivedEvent) => boolean;
};

/**
 * Reads archived parts until no other can have an event of the page, and returns the newest events that are
 * wanted; `unread` is the part at which it ended because they were too many. Throws AlteredPart.
 */
export async function collectArchived(
  objects: Pick<ObjectStore, 'read'>,
  { parts, rows, size, isWanted }: Wanted,
): Promise<{ archived: ArchivedEvent[]; unread: ArchivedPart | undefined }> {
  const fromRows = new Set(rows.map(({ eventId }) => eventId));
  let archived: ArchivedEvent[] = [];
  for (const [read, part] of parts.entries()) {
    const last = newestFirst<Placed>([...rows, ...archived])[size];
    if (last && part.lastAt < last.exactTime) break;
    if (read === mostParts) return { archived, unread: part };
    const wanted = (await readPart(objects, part)).filter(
      (event) => isWanted(event) && !fromRows.has(event.eventId),
    );
    archived = newestFirst([...archived, ...wanted]).slice(0, size + 1);
  }
  return { archived, unread: undefined };
}

/** The last place of a time: whatever follows it is older. */
export const endOfTime = (time: string): [time: string, key: string] => [
  time,
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

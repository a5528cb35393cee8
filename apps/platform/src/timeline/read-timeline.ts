import type { Caller } from '@atrium/kit/auth/caller.ts';
import { cutText } from '@atrium/kit/cut-text.ts';
import { collectArchived, endOfTime, isBefore } from '../audit/archive/collect-archived.ts';
import type { TrailMeans } from '../audit/archive/find-whole-run.ts';
import type { ArchivedEvent, ArchivedPart } from '../audit/archive/parts.ts';
import type { Tx } from '../database/transaction.ts';
import { placeOf } from '../lists/cursor.ts';
import { requireArea, requireSeen } from '../records/record-access.ts';
import { isView, listEntries, listPartsOfRecord, type Place } from './queries.ts';
import { defaultSize, type Timeline, type TimelineQuery } from './schemas.ts';

type Entry = Awaited<ReturnType<typeof listEntries>>[number];

/**
 * Returns a part of a record's timeline, the newest first, without what the caller may not read; what is
 * archived of the trail is left out. Throws SCOPE_MISSING, or NOT_FOUND for a record that the caller does
 * not see.
 */
export async function readTimeline(
  tx: Tx,
  caller: Caller,
  query: TimelineQuery,
): Promise<Timeline> {
  return pageOf(await readEntries(tx, caller, query), query);
}

/** Returns the same with what is archived. Throws AlteredPart besides. */
export async function readWholeTimeline(
  { read, objects }: TrailMeans,
  caller: Caller,
  query: TimelineQuery,
): Promise<Timeline> {
  const { size = defaultSize } = query;
  const after = placeOf<Place>(query.cursor);
  const { young, parts, records } = await read(async (tx) => ({
    young: await readEntries(tx, caller, query),
    ...(await listPartsOfRecord(tx, caller, query, after)),
  }));
  const isWanted = (event: ArchivedEvent) =>
    (!after || isBefore(event, placed(after))) &&
    !isView(event.eventType) &&
    records.some(
      ({ entityType, entityUuid }) =>
        entityType === event.entityType && entityUuid === event.entityId,
    );
  const rows = young.map(({ place }) => placed(place));
  const { archived, unread } = await collectArchived(objects, { parts, rows, size, isWanted });
  if (archived.length === 0 && !unread) return pageOf(young, query);
  const all = await read((tx) => readEntries(tx, caller, query, archived));
  return pageOf(all, query, unread);
}

const placed = ([exactTime, eventId]: Place) => ({ exactTime, eventId });

async function readEntries(
  tx: Tx,
  caller: Caller,
  { entityType, entityUuid, cursor, size = defaultSize }: TimelineQuery,
  archived: readonly ArchivedEvent[] = [],
): Promise<readonly Entry[]> {
  const key = { entityType, entityUuid };
  requireArea(tx, caller, entityType);
  await requireSeen(tx, caller, key);
  return listEntries(tx, caller, key, { after: placeOf<Place>(cursor), limit: size + 1, archived });
}

/** Returns the page of entries. What is not younger than a part that was not read is for the next. */
function pageOf(
  entries: readonly Entry[],
  { size = defaultSize }: TimelineQuery,
  unread?: ArchivedPart,
): Timeline {
  const known = unread ? entries.filter(({ place: [at] }) => at > unread.lastAt) : entries;
  const content = known.slice(0, size).map(shortened);
  const last = known.length > size ? content.at(-1)?.place : unread && endOfTime(unread.lastAt);
  return { content, nextCursor: last ? JSON.stringify(last) : null };
}

const longestTitle = 200;

/** Returns an entry whose title is as long as a list shows it. */
function shortened<E extends { title: string | null }>(entry: E): E {
  return entry.title === null ? entry : { ...entry, title: cutText(entry.title, longestTitle) };
}

import { placeOf } from '../lists/cursor.ts';
import { collectArchived, endOfTime, isBefore, newestFirst } from './archive/collect-archived.ts';
import type { TrailMeans } from './archive/find-whole-run.ts';
import { type ArchivedEvent, type ArchivedPart, listParts } from './archive/parts.ts';
import { boundsOf, isBetween } from './archive/stretch.ts';
import { describeArchived, listRecorded, type TrailPlace, type TrailRow } from './queries.ts';
import { defaultSize, type TrailEvent, type TrailQuery } from './schemas.ts';

/**
 * Returns a part of the tenant's trail, the newest first, and where the next one begins: from the database
 * and, where that does not fill it, from object storage. Throws AlteredPart.
 */
export async function readTrail({ read, objects }: TrailMeans, query: TrailQuery) {
  const { size = defaultSize } = query;
  const after = placeOf<TrailPlace>(query.cursor);
  const { rows, parts, bounds } = await read(async (tx) => {
    const found = await listRecorded(tx, query, after, size + 1);
    const ids = [query.entityId, query.actorId].filter((id) => id !== undefined);
    const { eventType, from, to } = query;
    return {
      rows: found,
      parts: await listParts(tx, { ids, eventType, from, to, before: after?.[0] }),
      bounds: await boundsOf(tx, query),
    };
  });
  const isWanted = (event: ArchivedEvent) =>
    isBetween(event.exactTime, bounds) &&
    (!after || isBefore(event, { exactTime: after[0], eventId: after[1] })) &&
    equals(query, event);
  const { archived, unread } = await collectArchived(objects, { parts, rows, size, isWanted });
  const described = archived.length > 0 ? await read((tx) => describeArchived(tx, archived)) : [];
  return pageOf(newestFirst([...rows, ...described]), size, unread);
}

function equals(query: TrailQuery, event: ArchivedEvent): boolean {
  const { entityType, entityId, actorId, eventType } = query;
  const equal = (wanted: string | undefined, value: string | null) =>
    wanted === undefined || wanted === value;
  return (
    equal(entityType, event.entityType) &&
    equal(entityId?.toLowerCase(), event.entityId) &&
    equal(actorId?.toLowerCase(), event.actorId) &&
    equal(eventType, event.eventType)
  );
}

/** Returns the page of what was found. What is not younger than a part that was not read is for the next. */
function pageOf(found: readonly TrailRow[], size: number, unread: ArchivedPart | undefined) {
  const known = unread ? found.filter(({ exactTime }) => exactTime > unread.lastAt) : found;
  const content: TrailEvent[] = known.slice(0, size);
  const last = known.length > size ? known[size - 1] : undefined;
  const place = last ? [last.exactTime, last.eventId] : unread && endOfTime(unread.lastAt);
  return { content, nextCursor: place ? JSON.stringify(place) : null };
}

import type { Caller } from '@atrium/kit/auth/caller.ts';
import { cutText } from '@atrium/kit/cut-text.ts';
import type { Tx } from '../database/transaction.ts';
import { placeOf } from '../lists/cursor.ts';
import { requireArea, requireSeen } from '../records/record-access.ts';
import { listEntries, type Place } from './queries.ts';
import { defaultSize, type Timeline, type TimelineQuery } from './schemas.ts';

/**
 * Returns a part of a record's timeline, the newest first, without what the caller may not read.
 * Throws SCOPE_MISSING, or NOT_FOUND for a record that the caller does not see.
 */
export async function readTimeline(
  tx: Tx,
  caller: Caller,
  { entityType, entityUuid, cursor, size = defaultSize }: TimelineQuery,
): Promise<Timeline> {
  const key = { entityType, entityUuid };
  requireArea(tx, caller, entityType);
  await requireSeen(tx, caller, key);
  const after = placeOf<Place>(cursor);
  const entries = await listEntries(tx, caller, key, { after, limit: size + 1 });
  const content = entries.slice(0, size).map(shortened);
  const last = entries.length > size ? content.at(-1) : undefined;
  return { content, nextCursor: last ? JSON.stringify(last.place) : null };
}

const longestTitle = 200;

/** Returns an entry whose title is as long as a list shows it. */
function shortened<E extends { title: string | null }>(entry: E): E {
  return entry.title === null ? entry : { ...entry, title: cutText(entry.title, longestTitle) };
}

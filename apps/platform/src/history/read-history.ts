import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { placeOf } from '../lists/cursor.ts';
import { requireArea } from '../records/record-access.ts';
import { listChanges, type Place } from './queries.ts';
import { defaultSize, type HistoryQuery } from './schemas.ts';

/**
 * Returns a part of what was changed of a record, the newest first. Throws SCOPE_MISSING, NOT_FOUND
 * or FORBIDDEN unless the caller may read the record.
 */
export async function readHistory(tx: Tx, caller: Caller, query: HistoryQuery) {
  const { entityType, cursor, size = defaultSize } = query;
  const entityUuid = query.entityUuid.toLowerCase();
  const kind = tx.kinds.find((each) => each.entityType === entityType);
  if (!kind?.history) throw new Error(`No history is kept of a ${entityType}`);
  requireArea(tx, caller, entityType);
  await kind.history.requireReader(tx, caller, entityUuid);
  const after = placeOf<Place>(cursor);
  const rows = await listChanges(tx, { ...query, entityUuid }, { after, limit: size + 1 });
  const content = rows
    .slice(0, size)
    .map(({ isLong, ...row }) => (isLong ? { ...row, isLong } : row));
  const last = rows.length > size ? content.at(-1) : undefined;
  return { content, nextCursor: last ? JSON.stringify(last.place) : null };
}

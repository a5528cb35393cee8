import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { placeOf } from '../lists/cursor.ts';
import { orNotFound } from '../problems.ts';
import { findWaiting, listWaiting, type Place } from './queries.ts';
import { type QueueItemRow, type QueueQuery, queueKinds } from './schemas.ts';

/** Returns a part of what waits for the caller's firm, the gravest first, and how much there is of each kind. */
export async function readQueue(tx: Tx, caller: Caller, query: QueueQuery) {
  const size = query.size ?? 20;
  const after = placeOf<Place>(query.cursor);
  const { content, ages, loads } = await listWaiting(tx, caller, query, {
    after,
    limit: size + 1,
  });
  const page = content.slice(0, size);
  const last = content.length > size ? page.at(-1) : undefined;
  const totals = new Map(
    ages.map(({ kind, days, weeks, months }) => [kind, days + weeks + months]),
  );
  return {
    content: page,
    counts: queueKinds.map((kind) => ({ kind, total: totals.get(kind) ?? 0 })),
    ages,
    loads,
    nextCursor: last ? JSON.stringify(last.place) : null,
  };
}

/** Returns one item that waits and that the caller sees. Throws NOT_FOUND. */
export const findItem = (tx: Tx, caller: Caller, itemKey: string): Promise<QueueItemRow> =>
  orNotFound(findWaiting(tx, caller, itemKey), 'queue item');

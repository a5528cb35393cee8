import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { placeOf } from '../lists/cursor.ts';
import { orNotFound } from '../problems.ts';
import { countWaiting, findWaiting, listWaiting, type Place } from './queries.ts';
import { type QueueItemRow, type QueueKind, type QueueQuery, queueKinds } from './schemas.ts';

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
  return {
    content: page,
    counts: ofAllKinds(
      ages.map(({ kind, days, weeks, months }) => ({ kind, total: days + weeks + months })),
    ),
    ages,
    loads,
    nextCursor: last ? JSON.stringify(last.place) : null,
  };
}

/** Returns how much of each kind waits for the caller's firm. */
export const countQueue = async (tx: Tx, caller: Caller) =>
  ofAllKinds(await countWaiting(tx, caller));

type Count = { kind: QueueKind; total: number };

/** Returns counts of all kinds, in their order. */
function ofAllKinds(found: readonly Count[]): Count[] {
  const totals = new Map(found.map(({ kind, total }) => [kind, total]));
  return queueKinds.map((kind) => ({ kind, total: totals.get(kind) ?? 0 }));
}

/** Returns one item that waits and that the caller sees. Throws NOT_FOUND. */
export const findItem = (tx: Tx, caller: Caller, itemKey: string): Promise<QueueItemRow> =>
  orNotFound(findWaiting(tx, caller, itemKey), 'queue item');

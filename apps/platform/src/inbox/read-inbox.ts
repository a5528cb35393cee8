import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { placeOf } from '../lists/cursor.ts';
import { listItems, type Place } from './queries.ts';
import type { InboxQuery, InboxRow } from './schemas.ts';

/** Returns a part of what concerns the caller, the newest first, and how much is not read. */
export async function readInbox(tx: Tx, caller: Caller, query: InboxQuery): Promise<InboxRow> {
  const size = query.size ?? 20;
  const after = placeOf<Place>(query.cursor);
  const { content, unread } = await listItems(tx, caller, query, { after, limit: size + 1 });
  const page = content.slice(0, size);
  const last = content.length > size ? page.at(-1) : undefined;
  return { content: page, unread, nextCursor: last ? JSON.stringify(last.place) : null };
}

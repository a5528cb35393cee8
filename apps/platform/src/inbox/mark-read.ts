import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { isAny } from '../kind.ts';
import { setRead } from './queries.ts';
import type { InboxRead } from './schemas.ts';

/**
 * Marks items of the caller's inbox as read: those that are named, or all up to a time. What is nobody's,
 * or another person's, is passed over. Throws VALIDATION_FAILED unless one of the two is stated.
 */
export async function markInboxRead(
  tx: Tx,
  { userUuid }: Caller,
  { itemUuids, until }: InboxRead,
): Promise<void> {
  if (itemUuids && until)
    throw invalid(fieldError('until', 'NOT_ALLOWED', 'goes without itemUuids'));
  if (itemUuids) return setRead(tx, userUuid, isAny(tx, 'item_uuid', itemUuids));
  if (!until) throw invalid(fieldError('itemUuids', 'REQUIRED', 'or until is required'));
  return setRead(
    tx,
    userUuid,
    tx`date_trunc('second', at) <= ${until}::timestamp at time zone 'UTC'`,
  );
}

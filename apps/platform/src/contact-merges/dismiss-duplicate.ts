import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import {
  deleteDismissal,
  inOrder,
  insertDismissal,
} from '../contacts/duplicates/dismissal-queries.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { lockPair } from './lock-pair.ts';
import type { DuplicatePair } from './schemas.ts';

/**
 * Remembers that two contacts are two people, or with `isUndone` forgets it. What is so already stays, without
 * an event. Fails with NOT_FOUND, FORBIDDEN unless the caller administers the tenant or manages both, and
 * VALIDATION_FAILED for one contact twice.
 */
export async function dismissDuplicate(
  tx: Tx,
  caller: Caller,
  { contactUuids }: DuplicatePair,
  isUndone: boolean,
): Promise<void> {
  const [one = '', other = ''] = contactUuids.map((uuid) => uuid.toLowerCase());
  if (one === other) {
    throw invalid(fieldError('contactUuids[1]', 'NOT_ALLOWED', 'must be another contact'));
  }
  await lockPair(tx, caller, [one, other]);
  const pair = inOrder(one, other);
  const isChanged = isUndone ? await deleteDismissal(tx, pair) : await insertDismissal(tx, pair);
  if (!isChanged) return;
  await recordEvent(tx, {
    eventType: isUndone ? 'contact.duplicate_undismissed' : 'contact.duplicate_dismissed',
    entityType: 'CONTACT',
    entityId: one,
    attributes: { otherContactUuid: other },
  });
}

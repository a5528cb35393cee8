import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { contactNotFound, visibleTo } from '../contacts/contact-access.ts';
import { lockContact } from '../contacts/queries.ts';
import type { ContactRow } from '../contacts/schemas.ts';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';

/**
 * Locks two contacts in the order of their UUIDs, so that two who ask the other way round do not wait for
 * each other. Throws NOT_FOUND of the first that the caller does not see, and FORBIDDEN unless the caller
 * administers the tenant or manages both.
 */
export async function lockPair(
  tx: Tx,
  caller: Caller,
  [one, other]: readonly [string, string],
): Promise<[ContactRow, ContactRow]> {
  const locked = new Map<string, ContactRow>();
  for (const uuid of [one, other].toSorted()) {
    const contact = await lockContact(tx, visibleTo(tx, caller), uuid);
    if (contact) locked.set(uuid, contact);
  }
  const [first, second] = [locked.get(one), locked.get(other)];
  if (!first) throw await contactNotFound(tx, caller, one);
  if (!second) throw await contactNotFound(tx, caller, other);
  const manages = [first, second].every(
    ({ contactManagerEntityUuid }) => contactManagerEntityUuid === caller.userUuid,
  );
  if (manages || hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN')) return [first, second];
  throw new Problem('FORBIDDEN', 'An administrator decides on duplicates, or whoever manages both');
}

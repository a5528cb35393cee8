import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import { changesOf, type FieldChange } from '../changed-fields.ts';
import { contactNotFound, visibleTo } from '../contacts/contact-access.ts';
import { findContact, lockContact } from '../contacts/queries.ts';
import type { ContactChanges, ContactRow } from '../contacts/schemas.ts';
import { updateContact } from '../contacts/update-contact.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { lockHouseholdsOf } from '../households/members/move-memberships.ts';
import type { Pair } from '../kind.ts';
import { orNotFound, Problem } from '../problems.ts';
import { moveItems } from '../tell-people.ts';
import { markMerged } from './merge-queries.ts';
import { moveLogin } from './move-login.ts';
import type { ContactMerge } from './schemas.ts';

/**
 * Makes two records of one person one: what hangs on the other moves, the stated fields are taken
 * from it, and it is deleted. Fails with NOT_FOUND, FORBIDDEN unless the caller administers the tenant
 * or manages both, BOTH_HAVE_LOGIN, and VALIDATION_FAILED for fields that do not go together.
 */
export async function mergeContacts(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
  { fromContactUuid, take = [] }: ContactMerge,
): Promise<ContactRow> {
  const pair = { from: fromContactUuid.toLowerCase(), into: contactUuid.toLowerCase() };
  const [from, into] = await lockBoth(tx, caller, pair);
  if (from.credentialsInitializedAt) {
    if (into.credentialsInitializedAt) throw new Problem('BOTH_HAVE_LOGIN');
    await moveLogin(tx, from, into);
  }
  if (take.length > 0) await updateContact(tx, caller, pair.into, taken(from, take));
  const before = await findContact(tx, tx`true`, pair.into);
  const counts: Record<string, number> = {};
  for (const { merge } of tx.kinds) {
    const count = await merge?.move(tx, pair);
    if (merge?.counted) counts[merge.counted] = count ?? 0;
  }
  await moveItems(tx, pair);
  await markMerged(tx, pair);
  const seen = seenHouseholdsOf(tx, caller);
  const merged = await orNotFound(findContact(tx, tx`true`, pair.into, seen), 'contact');
  await tellOf(tx, pair, counts, changesOf(before ?? merged, merged, ['addresses']));
  return merged;
}

/**
 * Locks the households of the one that goes and then both records, in the order of their UUIDs, so
 * that two merges the other way round do not wait for each other.
 */
async function lockBoth(
  tx: Tx,
  caller: Caller,
  pair: Pair,
): Promise<[from: ContactRow, into: ContactRow]> {
  if (pair.from === pair.into) {
    throw invalid(fieldError('fromContactUuid', 'NOT_ALLOWED', 'must be another contact'));
  }
  await lockHouseholdsOf(tx, pair.from);
  const locked = new Map<string, ContactRow>();
  for (const uuid of [pair.from, pair.into].toSorted()) {
    const contact = await lockContact(tx, visibleTo(tx, caller), uuid);
    if (contact) locked.set(uuid, contact);
  }
  const into = locked.get(pair.into);
  const from = locked.get(pair.from);
  if (!into) throw await contactNotFound(tx, caller, pair.into);
  if (!from) throw await contactNotFound(tx, caller, pair.from);
  const manages = [from, into].every(
    ({ contactManagerEntityUuid }) => contactManagerEntityUuid === caller.userUuid,
  );
  if (manages || hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN')) return [from, into];
  throw new Problem('FORBIDDEN', 'Administrators merge contacts, and whoever manages both');
}

/** Returns the stated fields of a contact as a change of another one. */
function taken(from: ContactRow, names: readonly string[]): ContactChanges {
  return Object.fromEntries(names.map((name) => [name, from[name as keyof ContactRow]]));
}

async function tellOf(
  tx: Tx,
  pair: Pair,
  counts: Record<string, number>,
  changes: readonly FieldChange[],
): Promise<void> {
  const texts = Object.entries(counts).map(([name, count]) => [name, String(count)]);
  await recordEvent(tx, {
    eventType: 'contact.deleted',
    entityType: 'CONTACT',
    entityId: pair.from,
    attributes: { mergedInto: pair.into },
  });
  await recordEvent(tx, {
    eventType: 'contact.merged',
    entityType: 'CONTACT',
    entityId: pair.into,
    attributes: { mergedFrom: pair.from, ...Object.fromEntries(texts) },
    changes,
  });
}

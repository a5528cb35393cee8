import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import { changesOf, type FieldChange } from '../changed-fields.ts';
import { findContact } from '../contacts/queries.ts';
import type { ContactChanges, ContactRow } from '../contacts/schemas.ts';
import { updateContact } from '../contacts/update-contact.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { lockHouseholdsOf } from '../households/members/move-memberships.ts';
import type { Pair } from '../kind.ts';
import { orNotFound, Problem } from '../problems.ts';
import { moveItems } from '../tell-people.ts';
import { lockPair } from './lock-pair.ts';
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
  if (pair.from === pair.into) {
    throw invalid(fieldError('fromContactUuid', 'NOT_ALLOWED', 'must be another contact'));
  }
  await lockHouseholdsOf(tx, pair.from);
  const [into, from] = await lockPair(tx, caller, [pair.into, pair.from]);
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

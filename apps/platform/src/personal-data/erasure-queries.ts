import type { Actor } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import type { NearBy } from '../kind.ts';
import { beginning, type Progress } from './clear-texts.ts';
import type { Searched } from './text-matcher.ts';

/** What an erasure looks for, where it is about the person, and the records of the person. */
export type ErasureSearch = Searched & {
  nearBy: NearBy;
  own: readonly string[];
  /** The values by which kept mails and analytics' events are found. */
  values: readonly string[];
  /** Who erases. */
  actor: Actor;
};
type Removed = Record<string, number>;

/** An erasure that is under way or done. */
export type ErasureRow = {
  contactUuid: string;
  erasedAt: string;
  finishedAt: string | null;
  removed: Removed;
  kept: string[];
  /** What it looks for, sealed, until nothing is left to be found. */
  search: string | null;
  progress: Progress;
};

const columns = (tx: Tx) => tx`
  contact_uuid, record_time(erased_at) as erased_at, record_time(finished_at) as finished_at,
  removed, kept, search, progress`;

/** Keeps that a person is erased, why, what was removed so far, and what is still to be looked for. */
export async function insertErasure(
  tx: Tx,
  contactUuid: string,
  {
    reason,
    removed,
    kept,
    search,
  }: Pick<ErasureRow, 'removed' | 'kept' | 'search'> & { reason: string },
): Promise<void> {
  const { tenantUuid, actor } = tx;
  await tx`
    insert into contact_erasures
      (tenant_uuid, contact_uuid, reason, erased_by, removed, kept, search, progress)
    values (${tenantUuid}, ${contactUuid}, ${reason}, ${actor.actorId}, ${tx.json(removed)}, ${kept},
            ${search}, ${tx.json(beginning)})`;
}

/** Returns an erasure and locks it, so that one process at a time goes on with it. */
export async function lockErasure(tx: Tx, contactUuid: string): Promise<ErasureRow | undefined> {
  const [erasure] = await tx<ErasureRow[]>`
    select ${columns(tx)} from contact_erasures where contact_uuid = ${contactUuid} for update`;
  return erasure;
}

/** Returns an erasure that is under way, or that ended within 30 days. */
export async function findErasure(tx: Tx, contactUuid: string): Promise<ErasureRow | undefined> {
  const [erasure] = await tx<ErasureRow[]>`
    select ${columns(tx)} from contact_erasures
     where contact_uuid = ${contactUuid}
       and coalesce(finished_at > now() - interval '30 days', true)`;
  return erasure;
}

/** Keeps how far the search is. */
export async function updateProgress(tx: Tx, contactUuid: string, progress: Progress) {
  await tx`
    update contact_erasures set progress = ${tx.json(progress)} where contact_uuid = ${contactUuid}`;
}

/** Ends an erasure in the database. */
export async function finishErasure(
  tx: Tx,
  contactUuid: string,
  { removed, kept }: Pick<ErasureRow, 'removed' | 'kept'>,
): Promise<void> {
  await tx`
    update contact_erasures
       set removed = ${tx.json(removed)}, kept = ${kept}, progress = '{}', finished_at = now()
     where contact_uuid = ${contactUuid}`;
}

/** Forgets what an erasure looked for: it is through everywhere. */
export async function forgetSearch(tx: Tx, contactUuid: string): Promise<void> {
  await tx`update contact_erasures set search = null where contact_uuid = ${contactUuid}`;
}

/** Lists erasures of all firms that are not through everywhere: a platform transaction's query. */
export function listUnfinished(tx: Tx) {
  return tx<{ tenantUuid: string; contactUuid: string }[]>`
    select tenant_uuid, contact_uuid from contact_erasures
     where search is not null and erased_at < now() - interval '2 minutes' order by erased_at`;
}

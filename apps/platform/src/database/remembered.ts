import type { ListProof } from '@atrium/kit/lists/page.ts';
import type { PlatformEvent } from '../events.ts';
import type { Tx } from './db.ts';

/** What happened to these changes who sees what. */
const sight = ['TENANT', 'STAFF', 'PARTNER'] as const;

export type RememberedEntity = PlatformEvent['entityType'];

/** Whose events tell that a list of an entity may have other rows. */
export const toldBy = (entity: RememberedEntity): string[] => [entity, ...sight];

/**
 * Makes a list of the transaction's tenant remember its total. `about` is everything that decides
 * which rows the list has, as JSON has it: how far the viewer sees, filters, words.
 *
 * Every change of state records its event in its own transaction. So nothing has changed since a
 * snapshot when no event of the entity was recorded by a transaction which that snapshot did not
 * see. A transaction that writes would remember what may be rolled back, so it remembers nothing.
 */
export function remembered(tx: Tx, entity: RememberedEntity, about: readonly unknown[]): ListProof {
  return {
    memory: tx.listMemory,
    key: JSON.stringify([tx.tenantUuid, entity, ...about]),
    snapshot: tx`case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end`,
    changedSince: (snapshot) =>
      tx`changed_since(${snapshot}::pg_snapshot, ${toldBy(entity)}::text[])`,
  };
}

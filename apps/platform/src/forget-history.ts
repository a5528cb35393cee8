import type { Tx } from './database/transaction.ts';

/** Forgets the values and salts of records' history; that something changed stays, and the chain stands. */
export async function forgetHistory(tx: Tx, entityUuids: readonly string[]): Promise<number> {
  const { count } = await tx`
    update record_history set salt = null, changes = null
     where entity_uuid = any(${[...entityUuids]}) and changes is not null`;
  return count;
}

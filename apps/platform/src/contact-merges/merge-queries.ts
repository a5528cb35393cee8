import type { Tx } from '../database/transaction.ts';
import type { Pair } from '../kind.ts';

/** Deletes a record as part of another one, which then stands for all that were merged into it. */
export async function markMerged(tx: Tx, { from, into }: Pair): Promise<void> {
  await tx`update contacts set merged_into = ${into} where merged_into = ${from}`;
  await tx`
    update contacts
       set deleted_at = change_time(), merged_into = ${into}, household_uuids = '{}',
           credentials_initialized_at = null
     where contact_uuid = ${from}`;
}

import type { Tx } from '../../database/transaction.ts';
import { batchSize, deriveNextMessages } from './derive-messages.ts';

/**
 * Gives up the messages of all tenants that wait, also those that are to be made of events recorded by
 * now, and counts them. A platform transaction's work.
 */
export async function giveUpMessages(tx: Tx): Promise<number> {
  // Whoever makes messages now is waited for: theirs are given up too.
  await tx`select from webhook_position for update`;
  while ((await deriveNextMessages(tx)) === batchSize);
  const { count } = await tx`
    update webhook_messages set status = 'FAILED', next_attempt_at = null, last_error = 'GIVEN_UP'
     where status = 'PENDING'`;
  return count;
}

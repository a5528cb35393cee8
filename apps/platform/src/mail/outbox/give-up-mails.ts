import type { Tx } from '../../database/transaction.ts';

/** Gives up the mails of all tenants that wait, and counts them. A platform transaction's statement. */
export async function giveUpMails(tx: Tx): Promise<number> {
  const { count } = await tx`
    update mails set state = 'REFUSED', reason = 'GIVEN_UP', settled_at = now() where state = 'QUEUED'`;
  return count;
}

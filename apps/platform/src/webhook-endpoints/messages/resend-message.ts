import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../problems.ts';
import { findEndpoint } from '../queries.ts';
import { requeueMessage } from './queries.ts';
import type { MessageRow } from './schemas.ts';

/** Queues a message once more, whatever became of it. Throws NOT_FOUND. */
export async function resendMessage(
  tx: Tx,
  endpointUuid: string,
  messageUuid: string,
): Promise<MessageRow> {
  if (!(await findEndpoint(tx, endpointUuid))) throw notFound('webhook endpoint');
  const message = await requeueMessage(tx, endpointUuid, messageUuid);
  if (!message) throw notFound('message');
  tx.afterCommit('webhooks');
  return message;
}

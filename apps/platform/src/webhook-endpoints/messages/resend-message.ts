import type { Tx } from '../../database/transaction.ts';
import { orNotFound, Problem } from '../../problems.ts';
import { readEndpoint } from '../queries.ts';
import { findMessage, requeueMessage } from './queries.ts';
import type { MessageRow } from './schemas.ts';

/** Queues a message once more, whatever became of it. Throws NOT_FOUND, or HANDED_OUT. */
export async function resendMessage(
  tx: Tx,
  endpointUuid: string,
  messageUuid: string,
): Promise<MessageRow> {
  await readEndpoint(tx, endpointUuid);
  const message = await requeueMessage(tx, endpointUuid, messageUuid);
  if (!message) {
    await orNotFound(findMessage(tx, endpointUuid, messageUuid), 'message');
    throw new Problem('HANDED_OUT');
  }
  tx.afterCommit('webhooks');
  return message;
}

import type { Tx } from '../../database/transaction.ts';
import { orNotFound } from '../../problems.ts';
import { readEndpoint } from '../queries.ts';
import { requeueMessage } from './queries.ts';
import type { MessageRow } from './schemas.ts';

/** Queues a message once more, whatever became of it. Throws NOT_FOUND. */
export async function resendMessage(
  tx: Tx,
  endpointUuid: string,
  messageUuid: string,
): Promise<MessageRow> {
  await readEndpoint(tx, endpointUuid);
  const message = await orNotFound(requeueMessage(tx, endpointUuid, messageUuid), 'message');
  tx.afterCommit('webhooks');
  return message;
}

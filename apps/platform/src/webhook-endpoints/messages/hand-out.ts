import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../problems.ts';
import { keepEndpoint } from '../queries.ts';
import { findPosition, listHandedOut, markDelivered, numberMessages } from './queries.ts';
import type { MessagesQuery } from './schemas.ts';

/**
 * Returns the messages that follow one which was handed out, or from the first, in an order that stands: what
 * is committed late comes behind what was read, and nothing comes while outgoing work is paused. The endpoint
 * stands for another hour. Throws NOT_FOUND, or VALIDATION_FAILED for a message that was not handed out.
 */
export async function handOut(
  tx: Tx,
  endpointUuid: string,
  query: MessagesQuery,
  isPaused: boolean,
) {
  if (!(await keepEndpoint(tx, endpointUuid))) throw notFound('webhook endpoint');
  const { after } = query;
  const position = after === undefined ? 0 : await findPosition(tx, endpointUuid, after);
  if (position === undefined)
    throw invalid(fieldError('after', 'NOT_FOUND', 'names no message that was handed out'));
  if (isPaused) return listHandedOut(tx, endpointUuid, undefined, query);
  await numberMessages(tx, endpointUuid);
  const page = await listHandedOut(tx, endpointUuid, position, query);
  const ids = page.content.map(({ messageId }) => messageId);
  const delivered = new Map(
    (await markDelivered(tx, endpointUuid, ids)).map((each) => [each.messageId, each]),
  );
  const content = page.content.map((each) => ({ ...each, ...delivered.get(each.messageId) }));
  return { ...page, content };
}

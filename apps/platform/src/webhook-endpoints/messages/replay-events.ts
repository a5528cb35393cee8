import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { readEndpoint } from '../queries.ts';
import { countEvents, insertMissing, lockReplays, requeueMessages } from './queries.ts';
import type { Replay } from './schemas.ts';

const mostEvents = 100_000;

/**
 * Queues the messages of a time's events once more, those too that were never made because the
 * endpoint was not active. Returns how many. Replays of one endpoint follow each other. Throws NOT_FOUND, or VALIDATION_FAILED when the times
 * are the wrong way round or hold too many events.
 */
export async function replayEvents(
  tx: Tx,
  endpointUuid: string,
  { from, to = null, onlyFailed = false }: Replay,
): Promise<number> {
  if (to !== null && from.replace(/Z$/, '') >= to.replace(/Z$/, ''))
    throw invalid(fieldError('to', 'OUT_OF_RANGE', 'must be after from'));
  await readEndpoint(tx, endpointUuid);
  await lockReplays(tx, endpointUuid);
  const span = { from, to };
  if ((await countEvents(tx, endpointUuid, span, mostEvents)) > mostEvents)
    throw invalid(
      fieldError('from', 'TOO_MANY', `There are more than ${mostEvents} events: state less time`),
    );
  const queued = await requeueMessages(tx, endpointUuid, span, onlyFailed);
  const made = onlyFailed ? 0 : await insertMissing(tx, endpointUuid, span);
  tx.afterCommit('webhooks');
  return queued + made;
}

import type { Tx } from '../db.ts';
import type { Services } from '../services.ts';

export type SyncOperation = 'CREATE' | 'UPDATE' | 'DELETE';

/** What is to reach the host's calendar at the provider. */
export type OutwardSync = { meetingUuid: string; hostUuid: string; operation: SyncOperation };

/**
 * Queues a change for the host's connected calendar, in the transaction of the change itself;
 * false when the host has none.
 */
export async function queueOutwardSync(
  _tx: Tx,
  _services: Pick<Services, 'jobs'>,
  _sync: OutwardSync,
): Promise<boolean> {
  return false;
}

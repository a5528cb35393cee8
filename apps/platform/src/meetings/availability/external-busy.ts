import type { Tx } from '../../database/transaction.ts';

/** The state of somebody's connected calendar; UNKNOWN when it cannot be read. */
export type ExternalBusy = 'AVAILABLE' | 'BUSY' | 'UNKNOWN';

/** A span from an instant, included, to another, excluded; as ISO text in UTC. */
export type Range = { from: string; to: string };

/** Says what connected calendars say of users in a range; who has none is not in the answer. */
export type ExternalBusyOf = (
  tx: Tx,
  userUuids: readonly string[],
  range: Range,
) => Promise<Map<string, ExternalBusy>>;

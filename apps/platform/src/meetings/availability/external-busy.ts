import type { Tx } from '../../database/transaction.ts';
import type { Span } from './wall-clock.ts';

/** The state of somebody's connected calendar; UNKNOWN when it cannot be read. */
export type ExternalStatus = 'AVAILABLE' | 'BUSY' | 'UNKNOWN';

/** A calendar's busy times in a range; they are not all of them when it cannot be read. */
export type ExternalTimes = { isReadable: boolean; busy: Span[] };

/** A span from an instant, included, to another, excluded; as ISO text in UTC. */
export type Range = { from: string; to: string };

/** Says what connected calendars say of users in a range; who has none is not in the answers. */
export type ExternalBusy = {
  findStatuses(
    tx: Tx,
    userUuids: readonly string[],
    range: Range,
  ): Promise<Map<string, ExternalStatus>>;
  listTimes(
    tx: Tx,
    userUuids: readonly string[],
    range: Range,
  ): Promise<Map<string, ExternalTimes>>;
};

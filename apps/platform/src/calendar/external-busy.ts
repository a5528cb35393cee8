import type { Tx } from '../db.ts';

/** What a connected calendar says of somebody; UNKNOWN when it cannot be read. */
export type ExternalBusy = 'AVAILABLE' | 'BUSY' | 'UNKNOWN';

/** From an instant, included, to another, excluded; as ISO text in UTC. */
export type Range = { from: string; to: string };

/** What connected calendars say of users in a range; a user without one is not in the answer. */
export async function externalBusy(
  _tx: Tx,
  _userUuids: readonly string[],
  _range: Range,
): Promise<Map<string, ExternalBusy>> {
  return new Map();
}

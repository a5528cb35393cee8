import { findOrUnknown } from '../export/find-or-unknown.ts';
import { listLinksFrom, listLiveLinks, listSeriesLinks, listTwins } from '../links.ts';
import type { Window } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { followSeries } from './follow-series.ts';
import type { Listing } from './read-listing.ts';

const atOnce = 4;

type Options = { isFull: boolean; window: Window };

/**
 * Asks for each linked event that a listing called removed, or did not name although it names
 * everything, or named under another identifier: it may only have left the window. What is still
 * there replaces what the listing said; what the provider says is gone stays without details.
 * Returns whether every removal could be asked for: one that could not is left out of the listing.
 */
export async function confirmRemovals(
  context: SyncContext,
  listing: Listing,
  options: Options,
): Promise<boolean> {
  const { events } = listing;
  const doubtful = await listDoubtful(context, listing, options);
  let areConfirmed = true;
  const ask = async () => {
    for (let id = doubtful.pop(); id !== undefined; id = doubtful.pop()) {
      const found = areConfirmed ? await findOrUnknown(context.client, id) : 'unknown';
      if (found === 'unknown') {
        areConfirmed = false;
        events.delete(id);
      } else if (found.isSeries) {
        events.delete(id);
        const first = await followSeries(context, id);
        if (first && !events.has(first.externalId)) events.set(first.externalId, first);
      } else events.set(id, found);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return areConfirmed;
}

/** Lists linked events of which the listing says, or lets one think, that they are gone. */
async function listDoubtful(
  { lease }: SyncContext,
  { events, wholeSeries }: Listing,
  { isFull, window }: Options,
): Promise<string[]> {
  const { connectionUuid } = lease;
  const all = [...events.values()];
  const ids = all.filter(({ details }) => !details).map(({ externalId }) => externalId);
  const there = all.flatMap(({ details }) => details ?? []);
  return lease.inTenant(async (tx) => {
    const told = ids.length > 0 ? await listLiveLinks(tx, connectionUuid, ids) : [];
    const unnamed = isFull
      ? await listLinksFrom(tx, connectionUuid, window.from)
      : await listSeriesLinks(tx, connectionUuid, [...wholeSeries, ...ids]);
    const twins = there.length > 0 ? await listTwins(tx, connectionUuid, there) : [];
    const missing = [...unnamed, ...twins].filter(({ externalId }) => !events.has(externalId));
    return [...new Set([...told, ...missing].map(({ externalId }) => externalId))];
  });
}

import { unlessEndless } from '../providers/pages.ts';
import type { CalendarClient, ProviderEvent, Window } from '../providers/provider.ts';

/** Everything that a provider listed, read to its last page. */
export type Listing = {
  /** The events by their identifier; of one that was told twice, what was told last. */
  events: Map<string, ProviderEvent>;
  /** Says where the next listing goes on; null when the last page carried no token. */
  token: string | null;
  /** Series of which every instance there still is was listed. */
  wholeSeries: Set<string>;
};

/**
 * Reads a listing to its end before any of it is applied, so that what it would cancel is known as
 * a whole. Throws ProviderError; LISTING_ENDLESS for one that goes round in circles.
 */
export async function readListing(
  client: CalendarClient,
  token: string | null,
  window: Window,
): Promise<Listing> {
  const listing: Listing = { events: new Map(), token: null, wholeSeries: new Set() };
  const pages = unlessEndless(
    client.listChanges(token, window),
    token === null ? 'RETRY' : 'TOKEN_INVALID',
  );
  for await (const { events, nextToken, wholeSeries } of pages) {
    for (const event of events) listing.events.set(event.externalId, event);
    for (const each of wholeSeries) listing.wholeSeries.add(each);
    listing.token = nextToken;
  }
  return listing;
}

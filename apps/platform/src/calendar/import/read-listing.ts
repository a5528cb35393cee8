import { createHash } from 'node:crypto';
import {
  type CalendarClient,
  type ChangePage,
  ProviderError,
  type ProviderEvent,
  type Window,
} from '../providers/provider.ts';

const mostPages = 1_000;

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
  const pages = unlessEndless(client.listChanges(token, window), token === null);
  for await (const { events, nextToken, wholeSeries } of pages) {
    for (const event of events) listing.events.set(event.externalId, event);
    for (const each of wholeSeries) listing.wholeSeries.add(each);
    listing.token = nextToken;
  }
  return listing;
}

/**
 * Ends a listing that does not end by itself: too many pages, the same link again, or the same
 * content behind ever new links, as Microsoft's delta has been seen to do.
 */
async function* unlessEndless(pages: AsyncGenerator<ChangePage>, isFull: boolean) {
  const seen = new Set<string>();
  let count = 0;
  for await (const page of pages) {
    count += 1;
    const { events, nextPage } = page;
    const content = digest(
      JSON.stringify(events.map(({ externalId, etag }) => [externalId, etag])),
    );
    const repeats =
      (nextPage !== null && seen.has(nextPage)) || (events.length > 0 && seen.has(content));
    if (repeats || count > mostPages)
      throw new ProviderError(isFull ? 'RETRY' : 'TOKEN_INVALID', 'LISTING_ENDLESS');
    if (nextPage !== null) seen.add(nextPage);
    if (events.length > 0) seen.add(content);
    yield page;
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64');

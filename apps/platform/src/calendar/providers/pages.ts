import { createHash } from 'node:crypto';
import { type ChangePage, ProviderError, type ProviderEvent } from './provider.ts';

type Page = Pick<ChangePage, 'events' | 'nextPage'>;

const mostPages = 1_000;

/**
 * Ends a listing that does not end by itself: too many pages, the same link again, or the same
 * content behind ever new links, as Microsoft's delta has been seen to do. Throws LISTING_ENDLESS.
 */
export async function* unlessEndless<T extends Page>(
  pages: AsyncGenerator<T>,
  kind: 'RETRY' | 'TOKEN_INVALID' = 'RETRY',
): AsyncGenerator<T> {
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
    if (repeats || count > mostPages) throw new ProviderError(kind, 'LISTING_ENDLESS');
    if (nextPage !== null) seen.add(nextPage);
    if (events.length > 0) seen.add(content);
    yield page;
  }
}

/** Returns the events of all pages of a listing. Throws ProviderError. */
export async function readPages(pages: AsyncGenerator<Page>): Promise<ProviderEvent[]> {
  const all = await Array.fromAsync(unlessEndless(pages));
  return all.flatMap(({ events }) => events);
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64');

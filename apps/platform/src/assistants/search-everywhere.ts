import type { Ask } from './own-api.ts';
import type { Given } from './tool.ts';

const size = 10;

/** Returns the first of each kind of record that words are found in. */
export async function searchEverywhere(ask: Ask, { query }: Given) {
  const searched = { query: { searchTerm: query, size } };
  const filters = [{ field: 'title', operator: 'CONTAINS', value: query }];
  const [people, households, meetings, notes] = (await Promise.all([
    ask({ path: '/api/contacts', ...searched }),
    ask({ path: '/api/households/search', ...searched }),
    ask({ path: '/api/v2/meetings', body: { filters, size, sort: ['startDateTime,desc'] } }),
    ask({ path: '/api/notes', ...searched }),
  ])) as [Page, unknown[], Page, Page];
  return {
    people: people.content,
    households: households.slice(0, size),
    meetings: meetings.content,
    notes: notes.content,
  };
}

type Page = { content: unknown[] };

import type { AnswerOf } from '../api.ts';
import { searchText } from '../paths.ts';
import type { Condition } from './list-state.ts';

export type View = AnswerOf<'listViews'>[number];
type Search = Record<string, string | undefined>;

/** Turns a list's part of the address into a saved view, and back. */
export type ViewsOf = {
  list: 'CONTACTS' | 'HOUSEHOLDS' | 'MEETINGS';
  /** The names in the address that a view keeps. */
  keys: readonly string[];
  conditions: readonly Condition[];
  /** Returns what the address says for a view's conditions. */
  searchOf: (conditions: readonly Condition[]) => Search;
};

/** Returns the part of an address that stands for a view: what is usual is left out. */
export function partOf({ keys }: ViewsOf, search: Search, usualSort: string): Search {
  const sort = search.sort === usualSort ? undefined : search.sort;
  const kept = keys.map((key) => [key, search[key]]);
  return { ...Object.fromEntries(kept), sort, columns: search.columns };
}

/** Returns the address that shows a view. */
export const addressOf = (of: ViewsOf, view: View, usualSort: string): string => {
  const said = of.searchOf(view.filters as Condition[]);
  const columns = view.columns.length > 0 ? view.columns.join() : undefined;
  return searchText(partOf(of, { ...said, sort: view.sort[0], columns }, usualSort));
};

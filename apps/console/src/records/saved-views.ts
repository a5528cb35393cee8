import type { AnswerOf } from '../api.ts';
import { type Href, pathTo } from '../paths.ts';
import type { Search, SearchKey } from '../search.ts';
import type { Condition } from './list-state.ts';
import type { Kept } from './stated-conditions.ts';

export type View = AnswerOf<'listViews'>[number];

/** Turns a list's part of the address into a saved view, and back. */
export type ViewsOf = {
  list: 'CONTACTS' | 'HOUSEHOLDS' | 'MEETINGS';
  /** The names in the address that a view keeps. */
  keys: readonly SearchKey[];
  conditions: readonly Condition[];
  /** Returns what the address says for conditions, which may stem from when a view was kept. */
  searchOf: (conditions: readonly Condition[], kept?: Kept) => Search;
};

export const pages = {
  CONTACTS: 'people',
  HOUSEHOLDS: 'households',
  MEETINGS: 'meetings',
} as const;

type Shown = Kept & Pick<View, 'sort' | 'columns'> & { filters: readonly unknown[] };

/** Returns the conditions of a view, which were made here: the API keeps them as they came. */
export const conditionsIn = ({ filters }: Pick<Shown, 'filters'>) => [...filters] as Condition[];

/**
 * Returns the address that shows a view: what is usual is left out, and conditions are told alike whether a
 * menu stated them or not.
 */
export function addressOf({ list, keys, searchOf }: ViewsOf, view: Shown, usualSort: string): Href {
  const said = searchOf(conditionsIn(view), view);
  const kept = Object.fromEntries(keys.map((key) => [key, said[key]]));
  const [sort] = view.sort;
  return pathTo(pages[list], {
    ...kept,
    sort: sort === usualSort ? undefined : sort,
    columns: view.columns.join(),
  });
}

import { useSearch } from '../ui/address.ts';
import { pageOf } from './list-question.ts';

/** A condition of a v2 list. */
export type Condition = {
  field: string;
  operator: string;
  value?: unknown;
  values?: unknown[];
  min?: unknown;
  max?: unknown;
};

export type ListState = ReturnType<typeof useListState>;

/** Returns what the address says of a list: its words, order and page, and a way to change them. */
export function useListState(usualSort: string) {
  const [search, change] = useSearch();
  const page = Math.max(1, Number.parseInt(search.page ?? '', 10) || 1) - 1;
  const sort = search.sort ?? usualSort;
  return {
    search,
    change,
    sort,
    usualSort,
    /** The page and its size, as the API takes them. */
    paging: pageOf(page, sort),
  };
}

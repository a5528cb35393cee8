import {
  useLocation,
  useParams,
  useRouter,
  useSearch as useRouteSearch,
} from '@tanstack/react-router';
import { type Href, type ParamsOf, type PathName, searchText } from '../paths.ts';
import { rightOf, type Search, type Searched, type Stated } from '../search.ts';

/** Returns a function that leads to an address of `paths.ts`. */
export function useGo() {
  const router = useRouter();
  return (href: Href, { replace = false }: { replace?: boolean } = {}) =>
    router.navigate({ href, replace });
}

/** Returns the page's own address, without what stands behind the `?`. */
export const usePath = () => useLocation().pathname as Href;

/** Returns the values of a page's `$names`: `useAddress<'person'>()`. */
export function useAddress<N extends PathName>(): ParamsOf<N> {
  return useParams({ strict: false }) as ParamsOf<N>;
}

/**
 * Returns the search part of the page's own address, `useSearch<'calendar'>()`, and a function that changes
 * some of it: the address is the state. While another page is under way the one that is left keeps what was its own.
 */
export function useSearch<N extends Searched = Searched>(): [
  Search<N>,
  (changes: Stated<N>, options?: { replace?: boolean }) => void,
] {
  const current = useRouteSearch({ strict: false });
  const router = useRouter();
  const go = useGo();
  const change = (changes: Stated<N>, options: { replace?: boolean } = {}) => {
    const { pathname, search } = router.latestLocation;
    void go((pathname + searchText({ ...search, ...changes })) as Href, options);
  };
  return [rightOf(current), change];
}

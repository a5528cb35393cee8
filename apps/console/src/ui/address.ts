import {
  useNavigate,
  useParams,
  useRouter,
  useSearch as useRouteSearch,
} from '@tanstack/react-router';
import { searchText } from '../paths.ts';

/** Returns a function that leads to an address of `paths.ts`. */
export function useGo() {
  const navigate = useNavigate();
  return (href: string, { replace = false }: { replace?: boolean } = {}) => {
    const url = new URL(href, 'http://console');
    const search = Object.fromEntries(url.searchParams) as never;
    return navigate({ to: url.pathname, search, hash: url.hash.slice(1), replace });
  };
}

/** Returns the values of the address's `$names`. */
export function useAddress<Name extends string>(): Record<Name, string> {
  return useParams({ strict: false }) as Record<Name, string>;
}

type Search = Record<string, string | undefined>;

/**
 * Returns the search part of the page's own address and a function that changes some of it: the
 * address is the state. While another page is under way the one that is left keeps what was its own.
 */
export function useSearch(): [Search, (changes: Search, options?: { replace?: boolean }) => void] {
  const current = useRouteSearch({ strict: false }) as Search;
  const router = useRouter();
  const go = useGo();
  const change = (changes: Search, options: { replace?: boolean } = {}) => {
    const { pathname, search } = router.latestLocation;
    void go(pathname + searchText({ ...(search as Search), ...changes }), options);
  };
  return [current, change];
}

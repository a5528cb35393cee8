import { Link as RouterLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import type { Href } from '../paths.ts';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: Href;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link to an address of `paths.ts`, followed without loading the page anew. */
export function Link({ href, ...props }: Props) {
  const url = new URL(href, 'http://console');
  const search = Object.fromEntries(url.searchParams);
  return (
    <RouterLink
      to={url.pathname}
      search={search}
      hash={url.hash.slice(1)}
      activeOptions={{ exact: true, includeHash: true }}
      {...props}
    />
  );
}

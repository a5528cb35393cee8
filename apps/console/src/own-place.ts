import type { Href } from './paths.ts';

/** Returns an address where it is one of our own, a path: never another host. */
export const ownPlace = (next: string | undefined | null): Href | undefined =>
  next?.startsWith('/') && !/^\/[/\\]/.test(next) ? (next as Href) : undefined;

import { ownPlace } from '../own-place.ts';
import type { Href } from '../paths.ts';
import { tabStorage } from '../storage.ts';

const key = 'sign-in:next';

/** Keeps where the person was going while they sign in at the firm's provider, in this tab. */
export function keepNext(next: string | undefined): void {
  if (next === undefined) tabStorage.remove(key);
  else tabStorage.set(key, next);
}

/** Returns where the person was going before they left for the provider, once. */
export function takeNext(): Href | undefined {
  const next = tabStorage.get(key);
  tabStorage.remove(key);
  return ownPlace(next);
}

import { useSyncExternalStore } from 'react';
import { getSession, onSession, type User } from '../session.ts';

/** Returns who is signed in. */
export function usePerson(): User | undefined {
  return useSyncExternalStore(onSession, () => getSession()?.user);
}

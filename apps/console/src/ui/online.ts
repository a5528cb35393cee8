import { useSyncExternalStore } from 'react';

function listen(listener: () => void) {
  const names = ['online', 'offline'] as const;
  for (const name of names) addEventListener(name, listener);
  return () => {
    for (const name of names) removeEventListener(name, listener);
  };
}

/** Returns whether the browser has a network. */
export const useOnline = () => useSyncExternalStore(listen, () => navigator.onLine);

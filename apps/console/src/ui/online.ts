import { type SyntheticEvent, useSyncExternalStore } from 'react';

function listen(listener: () => void) {
  const names = ['online', 'offline'] as const;
  for (const name of names) addEventListener(name, listener);
  return () => {
    for (const name of names) removeEventListener(name, listener);
  };
}

/** Returns whether the browser has a network. */
export const useOnline = () => useSyncExternalStore(listen, () => navigator.onLine);

/** The element that says why nothing can be written now. */
export const offlineReason = 'offline-reason';

const refuse = (event: SyntheticEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

// It keeps the focus, so that who does not see the bar hears the reason.
const locked = {
  'aria-disabled': true,
  'data-disabled': true,
  'aria-describedby': offlineReason,
  onClickCapture: refuse,
} as const;

/** Returns what a control that writes is given without a network: disabled, with the reason; else nothing. */
export function useWriteLock(writes = true): Partial<typeof locked> {
  const isOnline = useOnline();
  return writes && !isOnline ? locked : {};
}

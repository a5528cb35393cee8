import { useSyncExternalStore } from 'react';
import { today } from '../time.ts';

const minuteMs = 60_000;
const minuteNow = () => Math.floor(Temporal.Now.instant().epochMilliseconds / minuteMs);

function listen(listener: () => void) {
  const timer = setInterval(listener, 5_000);
  // A tab that was asleep has missed the hours.
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Shows a part anew with every minute, so that now and today are those of the clock. */
export const useMinute = () => useSyncExternalStore(listen, minuteNow);

const dayNow = () => today().toString();

/** Shows a part anew when the day turns in the person's zone. */
export const useDay = () => useSyncExternalStore(listen, dayNow);

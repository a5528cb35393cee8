import { useEffect, useState } from 'react';
import { loadWords } from '../i18n/words.ts';
import type { Place } from './told-limits.ts';

/** Returns what tells of limits. It comes with the first thing that is typed, as no page needs it before. */
export function useToldLimits(isTyped: boolean) {
  const [told, setTold] = useState<typeof import('./told-limits.ts')>();
  useEffect(() => {
    if (!isTyped || told) return;
    Promise.all([import('./told-limits.ts'), loadWords(['limits'])]).then(
      ([found]) => setTold(found),
      // Without it the server says the same, once the form is sent.
      () => undefined,
    );
  }, [isTyped, told]);
  return told;
}

/** Returns what says at once that a value is over a limit, and by how much: nothing that was pasted is cut off. */
export function useOver(isTyped: boolean): (place: Place, value: unknown) => string | undefined {
  const told = useToldLimits(isTyped);
  return (place, value) => told?.faultAt(place, value);
}

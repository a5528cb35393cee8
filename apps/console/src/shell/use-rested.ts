import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A page that asked for nothing for so long has come to rest, in milliseconds. */
const restMs = 2_000;

/** Says whether the page has what it needs, so that what may wait is asked for; and begins that wait again. */
export function useRested() {
  const isBusy = useIsFetching() > 0;
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    if (isBusy || hasRested) return;
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, [isBusy, hasRested]);
  return [hasRested, () => setRested(false)] as const;
}

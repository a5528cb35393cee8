import { notificationsStore } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

/**
 * Returns what shows toasts, once somebody has begun to do something: until then there is nothing to say, and
 * the first screen does not wait for it. Where it could not be loaded, what is done next tries again.
 */
export function useToasts(): ComponentType | undefined {
  const [Shown, setShown] = useState<ComponentType>();
  useEffect(() => {
    if (Shown) return;
    const load = () =>
      void import('../ui/toasts.tsx').then(
        (loaded) => setShown(() => loaded.default),
        () => undefined,
      );
    const ending = new AbortController();
    const options = { signal: ending.signal, capture: true };
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, load, options);
    const unsubscribe = notificationsStore.subscribe(({ notifications }) => {
      if (notifications.length > 0) load();
    });
    return () => {
      ending.abort();
      unsubscribe();
    };
  }, [Shown]);
  return Shown;
}

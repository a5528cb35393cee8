import { useEffect } from 'react';
import { idleAllowedUntil, idleUntil, signOut } from '../session.ts';

const acts = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const;
/** Other tabs hear of an act at most this often. */
const tellEveryMs = 1_000;

/** Signs out after the firm's idle time without key, touch or pointer in any tab; the address stays. */
export function IdleLock({ idleMinutes }: { idleMinutes: number }) {
  useEffect(() => {
    const idleMs = idleMinutes * 60_000;
    let isOver = false;
    let told = 0;
    const look = () => {
      const until = idleUntil();
      if (isOver || until === undefined || Date.now() < until) return;
      isOver = true;
      void signOut('IDLE');
    };
    const heard = () => {
      // Who comes back too late does not go on by moving the pointer.
      look();
      if (isOver || Date.now() - told < tellEveryMs) return;
      told = Date.now();
      idleAllowedUntil(told + idleMs);
    };
    heard();
    for (const act of acts) addEventListener(act, heard, { capture: true, passive: true });
    // A laptop that wakes up looks at once.
    document.addEventListener('visibilitychange', look);
    const timer = setInterval(look, 5_000);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const act of acts) removeEventListener(act, heard, { capture: true });
    };
  }, [idleMinutes]);
  return null;
}

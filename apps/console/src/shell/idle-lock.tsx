import { useEffect } from 'react';
import { signOut } from '../session.ts';

const channel = new BroadcastChannel('atrium-activity');
const acts = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const;
/** Other tabs hear of an act at most this often. */
const tellEveryMs = 5_000;

/** Signs out after the firm's idle time without key, touch or pointer in any tab; the address stays. */
export function IdleLock({ idleMinutes }: { idleMinutes: number }) {
  useEffect(() => {
    let last = Date.now();
    let told = 0;
    const heard = () => {
      last = Date.now();
      if (last - told < tellEveryMs) return;
      told = last;
      channel.postMessage('active');
    };
    const heardElsewhere = () => {
      last = Date.now();
    };
    const look = () => {
      if (Date.now() - last >= idleMinutes * 60_000) void signOut('IDLE');
    };
    for (const act of acts) addEventListener(act, heard, { passive: true });
    // A laptop that wakes up looks at once.
    document.addEventListener('visibilitychange', look);
    channel.addEventListener('message', heardElsewhere);
    const timer = setInterval(look, 10_000);
    return () => {
      clearInterval(timer);
      channel.removeEventListener('message', heardElsewhere);
      document.removeEventListener('visibilitychange', look);
      for (const act of acts) removeEventListener(act, heard);
    };
  }, [idleMinutes]);
  return null;
}

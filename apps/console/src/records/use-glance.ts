import { type PointerEvent, useEffect, useRef, useState } from 'react';

const openAfterMs = 350;
const closeAfterMs = 200;

/** How a glance came: by pointing it goes with the pointer, by asking it takes the focus and stays. */
export type GlanceState = 'POINTED' | 'ASKED';

/** Says whether a glance at somebody is open, and opens and closes it with the pointer. */
export function useGlance() {
  const [state, setState] = useState<GlanceState>();
  const timer = useRef(0);
  const cancel = () => {
    clearTimeout(timer.current);
    timer.current = 0;
  };
  const later = (next: GlanceState | undefined, ms: number) => {
    cancel();
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      setState(next);
    }, ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    state,
    cancel,
    ask: () => {
      cancel();
      setState('ASKED');
    },
    close: () => {
      cancel();
      setState(undefined);
    },
    // What moves under a pointer that rests, or is dragged, opens nothing.
    onPointerMove: ({ pointerType, movementX, movementY, buttons }: PointerEvent) => {
      if (pointerType === 'touch' || buttons !== 0 || (movementX === 0 && movementY === 0)) return;
      if (state) cancel();
      else if (timer.current === 0) later('POINTED', openAfterMs);
    },
    onPointerLeave: () => {
      if (state === 'ASKED') return;
      if (state) later(undefined, closeAfterMs);
      else cancel();
    },
  };
}

export type Glance = ReturnType<typeof useGlance>;

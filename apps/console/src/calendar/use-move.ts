import type { PointerEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { showClock } from '../meeting-time.ts';
import type { NewTimes } from '../meetings/use-reschedule.tsx';
import { type Dropped, droppedBy } from './dropped.ts';
import type { ShowGhost } from './ghost.tsx';
import { hourHeight, hoursWidth, snap } from './hours.ts';
import { drawn, type Meeting } from './placed.ts';

export type Move = ReturnType<typeof useMove>;
type Options = {
  grid: RefObject<HTMLDivElement | null>;
  days: readonly Temporal.PlainDate[];
  showGhost: ShowGhost;
  onDrop: (meeting: Meeting, times: NewTimes) => void;
  /** Tells that the meeting's own clock cannot say that time: it shows the hour twice. */
  onUnsaid: () => void;
};

/** Follows a mouse that moves or resizes a meeting, and tells of the new times when it lets go. Esc gives up. */
export function useMove({ grid, days, showGhost, onDrop, onUnsaid }: Options) {
  const dragged = useRef(false);
  const running = useRef<() => void>(undefined);
  useEffect(() => () => running.current?.(), []);

  /** The click of a drag comes at once; a later one is of another wish, such as Enter. */
  const forget = () =>
    setTimeout(() => {
      dragged.current = false;
    });

  const begin = (event: PointerEvent<HTMLElement>, meeting: Meeting, kind: 'move' | 'resize') => {
    dragged.current = false;
    if (event.pointerType !== 'mouse' || event.button !== 0 || !meeting.canEdit) return;
    if (!navigator.onLine) return;
    event.stopPropagation();
    const box = grid.current?.getBoundingClientRect();
    if (!box) return;
    const block = event.currentTarget.closest('[data-meeting]');
    const dayWidth = (box.width - hoursWidth) / days.length;
    const { clientX, clientY } = event;
    // The grid may scroll beneath the pointer.
    const topNow = () => grid.current?.getBoundingClientRect().top ?? box.top;
    let last: globalThis.PointerEvent | undefined;
    let target: Dropped | undefined;
    const drag = (at: globalThis.PointerEvent) => {
      last = at;
      const minutes = snap(((at.clientY - topNow() - (clientY - box.top)) / hourHeight) * 60);
      const shift = kind === 'move' ? Math.round((at.clientX - clientX) / dayWidth) : 0;
      if (!dragged.current && Math.hypot(at.clientX - clientX, at.clientY - clientY) < 5) return;
      dragged.current = true;
      const dropped = droppedBy(meeting, kind, { days: shift, minutes });
      if (!dropped) return;
      const { from, to, isChanged } = dropped;
      const day = days.findIndex((each) => each.equals(from.toPlainDate()));
      if (day === -1) return;
      target = isChanged ? dropped : undefined;
      const lies = drawn(from.hour * 60 + from.minute, from.until(to).total('minutes'));
      block?.setAttribute('data-moving', 'true');
      showGhost({
        label: `${meeting.title ?? ''} ${showClock(from)}–${showClock(to)}`,
        left: hoursWidth + day * dayWidth + 2,
        width: dayWidth - 6,
        top: (lies.from / 60) * hourHeight,
        height: ((lies.to - lies.from) / 60) * hourHeight,
      });
    };
    const scrolled = () => last && drag(last);
    const stop = () => {
      running.current = undefined;
      removeEventListener('scroll', scrolled, { capture: true });
      removeEventListener('pointercancel', stop);
      removeEventListener('pointermove', drag);
      removeEventListener('pointerup', finish);
      removeEventListener('keydown', giveUp);
      block?.removeAttribute('data-moving');
      showGhost(undefined);
    };
    const finish = () => {
      stop();
      forget();
      if (target?.isSaid) onDrop(meeting, target.times);
      else if (target) onUnsaid();
    };
    const giveUp = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return;
      stop();
      // The mouse is still held: where it lets go is no wish to open what lies there.
      addEventListener('pointerup', forget, { once: true });
    };
    running.current = stop;
    addEventListener('scroll', scrolled, { capture: true });
    addEventListener('pointercancel', stop);
    addEventListener('pointermove', drag);
    addEventListener('pointerup', finish);
    addEventListener('keydown', giveUp);
  };
  return {
    begin,
    /** True of the click that ends a drag. */
    wasDragged: () => dragged.current,
  };
}

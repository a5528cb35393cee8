import type { PointerEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import type { ShowGhost } from './ghost.tsx';
import { hourHeight, hoursWidth, snap } from './hours.ts';

type Day = Temporal.PlainDate;
type Options = {
  grid: RefObject<HTMLDivElement | null>;
  days: readonly Day[];
  showGhost: ShowGhost;
};

const clock = (minutes: number) =>
  Temporal.PlainTime.from('00:00').add({ minutes }).toString().slice(0, 5);

/** Makes a meeting by dragging over free hours with a mouse; a touch scrolls. */
export function useCreateByDrag({ grid, days, showGhost }: Options) {
  const go = useGo();
  const running = useRef<() => void>(undefined);
  useEffect(() => () => running.current?.(), []);
  return (event: PointerEvent<HTMLElement>, day: Day) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    if (event.target !== event.currentTarget) return;
    const column = event.currentTarget;
    // The grid may scroll beneath the pointer.
    const topNow = () => column.getBoundingClientRect().top;
    const dayWidth = ((grid.current?.clientWidth ?? 0) - hoursWidth) / days.length;
    const minuteAt = (y: number) =>
      Math.min(1_425, Math.max(0, snap(((y - topNow()) / hourHeight) * 60)));
    const first = minuteAt(event.clientY);
    let range: [number, number] | undefined;
    let last = event.clientY;
    const drag = ({ clientY }: { clientY: number }) => {
      last = clientY;
      const at = minuteAt(clientY);
      range = at === first ? undefined : [Math.min(first, at), Math.max(first, at)];
      if (!range) return showGhost(undefined);
      const [from, to] = range;
      showGhost({
        label: `${clock(from)}–${clock(to)}`,
        left: hoursWidth + days.findIndex((each) => each.equals(day)) * dayWidth + 2,
        width: dayWidth - 4,
        top: (from / 60) * hourHeight,
        height: ((to - from) / 60) * hourHeight,
      });
    };
    const scrolled = () => range && drag({ clientY: last });
    const stop = () => {
      running.current = undefined;
      removeEventListener('scroll', scrolled, { capture: true });
      removeEventListener('pointermove', drag);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', stop);
      removeEventListener('keydown', giveUp);
      showGhost(undefined);
    };
    const end = () => {
      stop();
      if (!range) return;
      const [start, finish] = range.map(clock);
      void go(pathTo('newMeeting', { date: day.toString(), start, end: finish }));
    };
    const giveUp = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') stop();
    };
    running.current = stop;
    addEventListener('scroll', scrolled, { capture: true });
    addEventListener('pointercancel', stop);
    addEventListener('pointermove', drag);
    addEventListener('pointerup', end);
    addEventListener('keydown', giveUp);
  };
}

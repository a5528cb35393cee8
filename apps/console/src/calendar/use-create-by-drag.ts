import type { PointerEvent, RefObject } from 'react';
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
  return (event: PointerEvent<HTMLElement>, day: Day) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    if (event.target !== event.currentTarget) return;
    const { top } = event.currentTarget.getBoundingClientRect();
    const dayWidth = ((grid.current?.clientWidth ?? 0) - hoursWidth) / days.length;
    const minuteAt = (y: number) =>
      Math.min(1_425, Math.max(0, snap(((y - top) / hourHeight) * 60)));
    const first = minuteAt(event.clientY);
    let range: [number, number] | undefined;
    const drag = ({ clientY }: globalThis.PointerEvent) => {
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
    const end = () => {
      removeEventListener('pointermove', drag);
      removeEventListener('keydown', giveUp);
      showGhost(undefined);
      if (!range) return;
      const [start, finish] = range.map(clock);
      void go(pathTo('newMeeting', { date: day.toString(), start, end: finish }));
    };
    const giveUp = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return;
      range = undefined;
      removeEventListener('pointerup', end);
      end();
    };
    addEventListener('pointermove', drag);
    addEventListener('pointerup', end, { once: true });
    addEventListener('keydown', giveUp);
  };
}

import type { PointerEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { showClock, spanOf } from '../meeting-time.ts';
import type { NewTimes } from '../meetings/use-reschedule.tsx';
import type { ShowGhost } from './ghost.tsx';
import { hourHeight, hoursWidth, snap } from './hours.ts';
import type { Meeting } from './placed.ts';

type Moment = Temporal.ZonedDateTime;
export type Move = ReturnType<typeof useMove>;
type Options = {
  grid: RefObject<HTMLDivElement | null>;
  days: readonly Temporal.PlainDate[];
  showGhost: ShowGhost;
  onDrop: (meeting: Meeting, times: NewTimes) => void;
  /** Tells that the meeting's own clock cannot say that time: it shows the hour twice. */
  onUnsaid: () => void;
};

/** Says on the meeting's own clock when it is to be. */
const timesOf = ({ timezone }: Meeting, start: Moment, end: Moment): NewTimes => {
  const local = (at: Moment) => at.withTimeZone(timezone).toPlainDateTime().toString();
  return { startDateTime: local(start), endDateTime: local(end) };
};

/** Returns whether local times, read as the server reads them, are the moments that are meant. */
function saysMoments({ timezone }: Meeting, times: NewTimes, start: Moment, end: Moment): boolean {
  const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(timezone);
  return (
    at(times.startDateTime).epochMilliseconds === start.epochMilliseconds &&
    at(times.endDateTime).epochMilliseconds === end.epochMilliseconds
  );
}

/** Moves a moment by what the clock on the wall shows. */
const shifted = (at: Moment, by: { days: number; minutes: number }) =>
  at.toPlainDateTime().add(by).toZonedDateTime(at.timeZoneId);

/** Follows a mouse that moves or resizes a meeting, and tells of the new times when it lets go. Esc gives up. */
export function useMove({ grid, days, showGhost, onDrop, onUnsaid }: Options) {
  const dragged = useRef(false);
  const running = useRef<() => void>(undefined);
  useEffect(() => () => running.current?.(), []);

  const begin = (event: PointerEvent<HTMLElement>, meeting: Meeting, kind: 'move' | 'resize') => {
    dragged.current = false;
    if (event.pointerType !== 'mouse' || event.button !== 0 || !meeting.canEdit) return;
    if (!navigator.onLine) return;
    event.stopPropagation();
    const box = grid.current?.getBoundingClientRect();
    if (!box) return;
    const block = event.currentTarget.closest('button');
    const [start, end] = spanOf(meeting);
    const length = start.until(end);
    const dayWidth = (box.width - hoursWidth) / days.length;
    const { clientX, clientY } = event;
    // The grid may scroll beneath the pointer.
    const topNow = () => grid.current?.getBoundingClientRect().top ?? box.top;
    let last: globalThis.PointerEvent | undefined;
    let target: NewTimes | undefined;
    let isSaid = true;
    const drag = (at: globalThis.PointerEvent) => {
      last = at;
      const minutes = snap(((at.clientY - topNow() - (clientY - box.top)) / hourHeight) * 60);
      const shift = kind === 'move' ? Math.round((at.clientX - clientX) / dayWidth) : 0;
      if (!dragged.current && Math.hypot(at.clientX - clientX, at.clientY - clientY) < 5) return;
      dragged.current = true;
      const from = kind === 'move' ? shifted(start, { days: shift, minutes }) : start;
      const to = kind === 'move' ? from.add(length) : shifted(end, { days: 0, minutes });
      if (Temporal.ZonedDateTime.compare(to, from.add({ minutes: 15 })) < 0) return;
      const day = days.findIndex((each) => each.equals(from.toPlainDate()));
      if (day === -1) return;
      const isChanged = !from.equals(start) || !to.equals(end);
      target = isChanged ? timesOf(meeting, from, to) : undefined;
      isSaid = !target || saysMoments(meeting, target, from, to);
      block?.setAttribute('data-moving', 'true');
      showGhost({
        label: `${meeting.title ?? ''} ${showClock(from)}–${showClock(to)}`,
        left: hoursWidth + day * dayWidth + 2,
        width: dayWidth - 6,
        top: ((from.hour * 60 + from.minute) / 60) * hourHeight,
        height: (from.until(to).total('minutes') / 60) * hourHeight,
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
      // The click of this drag comes at once; a later one is of another wish, such as Enter.
      setTimeout(() => {
        dragged.current = false;
      });
      if (target && isSaid) onDrop(meeting, target);
      else if (target) onUnsaid();
    };
    const giveUp = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return;
      dragged.current = false;
      stop();
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

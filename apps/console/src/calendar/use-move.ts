import { type CSSProperties, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { type ApiError, call } from '../api.ts';
import { queryClient } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showClock, showDay, spanOf } from '../meeting-time.ts';
import { isApiError } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Meeting } from './placed.ts';

/** The height of an hour, in pixels. */
export const hourHeight = 52;
/** Times are taken by the quarter of an hour. */
export const snap = (minutes: number) => Math.round(minutes / 15) * 15;

type Day = Temporal.PlainDate;
type Moment = Temporal.ZonedDateTime;
type Target = { meeting: Meeting; start: Moment; end: Moment; label: string };
type Ghost = { style: CSSProperties; label: string };
export type Move = ReturnType<typeof useMove>;

/** Moves and resizes meetings with the mouse. Where others are invited it asks first; else it can be undone. */
export function useMove(grid: RefObject<HTMLDivElement | null>, days: readonly Day[]) {
  const t = useWords('calendar');
  const [ghost, setGhost] = useState<Ghost>();
  const [moving, setMoving] = useState<string>();
  const [waiting, setWaiting] = useState<Target>();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const dragged = useRef(false);

  const save = async ({ meeting, start, end }: Omit<Target, 'label'>, isUndo = false) => {
    setRunning(true);
    setError(null);
    const local = (at: Moment) => at.withTimeZone(meeting.timezone).toPlainDateTime().toString();
    try {
      await call('updateMeeting', {
        path: { meetingUuid: meeting.meetingUuid },
        body: { startDateTime: local(start), endDateTime: local(end) },
      });
      const [before, beforeEnd] = spanOf(meeting);
      const undo =
        isUndo || meeting.attendeeCount > 0
          ? {}
          : { undo: () => void save({ meeting, start: before, end: beforeEnd }, true) };
      toast({ message: t('move.done'), ...undo });
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
    } finally {
      await queryClient.invalidateQueries();
      setRunning(false);
      setWaiting(undefined);
    }
  };

  const begin = (event: PointerEvent<HTMLElement>, meeting: Meeting, kind: 'move' | 'resize') => {
    dragged.current = false;
    if (event.pointerType !== 'mouse' || event.button !== 0 || !meeting.canEdit) return;
    event.stopPropagation();
    const box = grid.current?.getBoundingClientRect();
    if (!box) return;
    const [start, end] = spanOf(meeting);
    const dayWidth = (box.width - 52) / days.length;
    const { clientX, clientY } = event;
    let target: Target | undefined;
    const drag = (at: globalThis.PointerEvent) => {
      const minutes = snap(((at.clientY - clientY) / hourHeight) * 60);
      const shift = kind === 'move' ? Math.round((at.clientX - clientX) / dayWidth) : 0;
      if (!dragged.current && Math.hypot(at.clientX - clientX, at.clientY - clientY) < 5) return;
      dragged.current = true;
      const from = kind === 'move' ? start.add({ days: shift }).add({ minutes }) : start;
      const to = kind === 'move' ? from.add(start.until(end)) : end.add({ minutes });
      if (Temporal.ZonedDateTime.compare(to, from.add({ minutes: 15 })) < 0) return;
      const day = days.findIndex((each) => each.equals(from.toPlainDate()));
      if (day === -1) return;
      const label = `${showDay(from.toPlainDate(), true)}, ${showClock(from)}–${showClock(to)}`;
      const isChanged = !from.equals(start) || !to.equals(end);
      target = isChanged ? { meeting, start: from, end: to, label } : undefined;
      setMoving(meeting.meetingUuid);
      setGhost({
        label: `${meeting.title ?? ''} ${showClock(from)}–${showClock(to)}`,
        style: {
          left: 52 + day * dayWidth + 2,
          width: dayWidth - 6,
          top: ((from.hour * 60 + from.minute) / 60) * hourHeight,
          height: (from.until(to).total('minutes') / 60) * hourHeight,
        },
      });
    };
    const stop = () => {
      removeEventListener('pointermove', drag);
      removeEventListener('pointerup', finish);
      removeEventListener('keydown', giveUp);
      setGhost(undefined);
      setMoving(undefined);
    };
    const finish = () => {
      stop();
      if (!target) return;
      if (meeting.attendeeCount > 0) setWaiting(target);
      else void save(target);
    };
    const giveUp = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') stop();
    };
    addEventListener('pointermove', drag);
    addEventListener('pointerup', finish);
    addEventListener('keydown', giveUp);
  };

  return {
    begin,
    ghost,
    moving,
    waiting,
    isRunning,
    error,
    /** True of the click that ends a drag. */
    wasDragged: () => dragged.current,
    drop: () => setWaiting(undefined),
    confirm: () => {
      if (waiting) void save(waiting);
    },
  };
}

import { type ReactNode, useState } from 'react';
import { ApiError, call } from '../api.ts';
import { refreshAfter } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { type MeetingTimes, showWhen } from '../meeting-time.ts';
import { answeredOf, toldOf } from '../records/told.ts';
import { useToldByClient } from '../records/told-by-client.ts';
import { Confirm } from '../ui/dialog.tsx';
import { ErrorCard, isApiError } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { MeetingDetail } from './answer.tsx';

/** Times on the meeting's own clock. */
export type NewTimes = { startDateTime: string; endDateTime: string };
/** A meeting as it was shown when it was taken hold of. */
export type Movable = MeetingTimes & { meetingUuid: string };
type Waiting = { meeting: MeetingDetail; times: NewTimes };

const isSame = (a: NewTimes, b: NewTimes) =>
  a.startDateTime === b.startDateTime && a.endDateTime === b.endDateTime;

/**
 * Moves meetings, however that was asked for. Where people are told it asks first; where nobody is
 * it can be undone. What somebody else changed meanwhile is never overwritten.
 */
export function useReschedule(): {
  move: (meeting: Movable, times: NewTimes) => Promise<void>;
  isRunning: boolean;
  /** The question and the failure, to be put on the page. */
  element: ReactNode;
} {
  const t = useWords('meetings');
  const [waiting, setWaiting] = useState<Waiting>();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  const attempt = async (act: () => Promise<void>) => {
    setRunning(true);
    setError(null);
    try {
      await act();
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setWaiting(undefined);
      setError(failed);
      await refreshAfter(['updateMeeting']);
    } finally {
      setRunning(false);
    }
  };
  const save = async ({ meeting, times }: Waiting, isUndo = false) => {
    const { version } = await call('updateMeeting', {
      path: { meetingUuid: meeting.meetingUuid },
      headers: { 'if-match': `"${meeting.version}"` },
      body: times,
    });
    setWaiting(undefined);
    const canUndo = !isUndo && toldOf(meeting.participants) === 0;
    const { startDateTime, endDateTime } = meeting;
    const back = { meeting: { ...meeting, version }, times: { startDateTime, endDateTime } };
    toast({
      message: t('reschedule.done'),
      ...(canUndo ? { undo: () => void attempt(() => save(back, true)) } : {}),
    });
    await refreshAfter(['updateMeeting']);
  };
  const move = (shown: Movable, times: NewTimes) =>
    attempt(async () => {
      const { meetingUuid } = shown;
      const meeting = await call('getMeeting', { path: { meetingUuid } });
      if (!isSame(meeting, shown)) throw new ApiError(412, { code: 'PRECONDITION_FAILED' });
      if (toldOf(meeting.participants) > 0) setWaiting({ meeting, times });
      else await save({ meeting, times });
    });

  const told = useToldByClient();
  const count = waiting ? toldOf(waiting.meeting.participants) : 0;
  const answered = waiting ? answeredOf(waiting.meeting.participants) : 0;
  const when = waiting && showWhen({ ...waiting.meeting, ...waiting.times }, true);
  const element = (
    <>
      {error && <ErrorCard error={error} />}
      <Confirm
        title={t('reschedule.title')}
        isOpen={waiting !== undefined}
        close={() => setWaiting(undefined)}
        act={t('reschedule.act', { count })}
        run={() => waiting && void attempt(() => save(waiting))}
        isRunning={isRunning}
      >
        <p>
          {t('reschedule.means', {
            title: waiting ? told(waiting.meeting) : '',
            time: [when?.days, when?.hours].filter(Boolean).join(', '),
            count,
          })}{' '}
          {answered > 0 && t('reschedule.clears', { count: answered })}
        </p>
      </Confirm>
    </>
  );
  return { move, isRunning, element };
}

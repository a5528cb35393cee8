import { lazy, Suspense } from 'react';
import { ApiError } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { isOver, showWhen } from '../meeting-time.ts';
import { ErrorCard } from '../ui/states.tsx';
import type { MeetingDetail, Participant } from './answer.tsx';
import classes from './meetings.module.css';
import type Buttons from './take-proposed.tsx';

// What was written is read also where the script of the buttons does not come.
const Missing: typeof Buttons = () => <ErrorCard error={new ApiError(0, { code: 'OFFLINE' })} />;
const TakeProposed = lazy(() => import('./take-proposed.tsx').catch(() => ({ default: Missing })));

type Words = Pick<Participant, 'note' | 'proposed'>;

/** Shows what somebody wrote with an answer, and the times proposed in place of the meeting's, to be taken. */
export function WordsOfAnswer({ meeting, words }: { meeting: MeetingDetail; words: Words }) {
  const t = useWords('meetings');
  const times = words.proposed.map((each) => {
    const { days, hours, elsewhere } = showWhen({ ...meeting, ...each }, true);
    return [days, hours, elsewhere && `(${elsewhere})`].filter(Boolean).join(' ');
  });
  return (
    <>
      {words.note && <q className={classes.words}>{words.note}</q>}
      {times.length > 0 && (
        <span className={classes.words}>
          {t('answer.proposed', { count: times.length, times: times.join('; ') })}
        </span>
      )}
      {times.length > 0 && meeting.canEdit && !isOver(meeting) && (
        <Suspense>
          <TakeProposed meeting={meeting} proposed={words.proposed} />
        </Suspense>
      )}
    </>
  );
}

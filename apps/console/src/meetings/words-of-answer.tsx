import { useWords } from '../i18n/words.ts';
import { isOver, showWhen } from '../meeting-time.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { MeetingDetail, Participant } from './answer.tsx';
import classes from './meetings.module.css';

const TakeProposed = lazyPart(() => import('./take-proposed.tsx'));

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
        <TakeProposed meeting={meeting} proposed={words.proposed} />
      )}
    </>
  );
}

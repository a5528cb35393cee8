import { useWords } from '../i18n/words.ts';
import { showAgo } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import type { MeetingDetail } from './answer.tsx';
import classes from './meetings.module.css';
import { WordsOfAnswer } from './words-of-answer.tsx';

type Unmatched = MeetingDetail['unmatchedAnswers'][number];

const tones = { ACCEPTED: 'good', DECLINED: 'bad', TENTATIVE: 'plain' } as const;
const isTold = (answer: string | null): answer is keyof typeof tones =>
  answer !== null && Object.hasOwn(tones, answer);

/** Shows the answers by mail that fit nobody who is invited, if there are any. */
export function UnmatchedAnswers({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  if (meeting.unmatchedAnswers.length === 0) return null;
  return (
    <Section title={t('unmatched.title')}>
      <p className={classes.muted}>{t('unmatched.about')}</p>
      <ul className={classes.people}>
        {meeting.unmatchedAnswers.map((each) => (
          <UnmatchedAnswer key={`${each.at} ${each.email}`} meeting={meeting} unmatched={each} />
        ))}
      </ul>
    </Section>
  );
}

function UnmatchedAnswer({ meeting, unmatched }: { meeting: MeetingDetail; unmatched: Unmatched }) {
  const t = useWords('meetings');
  const { at, name, email, answer } = unmatched;
  const who = name ?? email ?? t('unmatched.somebody');
  return (
    <li className={classes.who}>
      <Avatar name={who} />
      <span className={classes.whoText}>
        <span className={classes.whoName}>{who}</span>
        <span className={classes.muted}>
          {[name && email, showAgo(at)].filter(Boolean).join(' · ')}
        </span>
        <WordsOfAnswer meeting={meeting} words={unmatched} />
      </span>
      {isTold(answer) && (
        <span className={classes.whoEnd}>
          <Chip tone={tones[answer]}>{t(`unmatched.answers.${answer}`)}</Chip>
        </span>
      )}
    </li>
  );
}

import { useWords } from '../i18n/words.ts';
import { showWhen } from '../meeting-time.ts';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';

/** The meetings of the same people that come after this one. */
export function NextSteps({ after }: Pick<BriefAnswer, 'after'>) {
  const t = useWords('brief');
  const words = useWords('meetings');
  return (
    <Section title={t('next.title')}>
      {after.length === 0 && <p className={classes.muted}>{t('next.none')}</p>}
      <ul className={classes.list}>
        {after.map((each) => {
          const { days, hours } = showWhen(each, true);
          return (
            <li key={each.meetingUuid} className={classes.row}>
              <span>{each.title ?? words('untitled')}</span>
              <span className={classes.muted}>{[days, hours].filter(Boolean).join(', ')}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

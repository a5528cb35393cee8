import { useWords } from '../i18n/words.ts';
import { spanOf } from '../meeting-time.ts';
import { locale, today } from '../time.ts';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';

/** The last twelve months: in which of them these people were met. */
export function Year({ before }: Pick<BriefAnswer, 'before'>) {
  const t = useWords('brief');
  const first = today().with({ day: 1 });
  const months = Array.from({ length: 12 }, (_, index) => first.subtract({ months: 11 - index }));
  const counts = months.map(
    (month) =>
      before.filter((each) => {
        const day = spanOf(each)[0].toPlainDate();
        return day.year === month.year && day.month === month.month;
      }).length,
  );
  return (
    <Section title={t('year.title')}>
      <figure className={classes.year} aria-label={t('year.label', { count: before.length })}>
        <div className={classes.months} aria-hidden>
          {months.map((month, index) => (
            <div key={month.toString()} className={classes.month}>
              <span className={classes.dots}>
                {Array.from({ length: Math.min(4, counts[index] ?? 0) }, (_, dot) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike and never move.
                  <i key={dot} />
                ))}
              </span>
              {month.toLocaleString(locale(), { month: 'narrow' })}
            </div>
          ))}
        </div>
        <figcaption className={classes.muted}>
          {t('year.label', { count: before.length })}
        </figcaption>
      </figure>
    </Section>
  );
}

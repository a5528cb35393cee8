import { useWords } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import classes from './pipeline.module.css';

type Props = { counts: readonly { value: string; label: string; count: number }[] };

/** Shows how many people there are at each stage, beside the fullest one. */
export function Funnel({ counts }: Props) {
  const t = useWords('pipeline');
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <figure className={classes.funnel} aria-label={t('funnel')}>
      {counts.map(({ value, label, count }) => (
        <span key={value} className={classes.step}>
          <span className={classes.stepBar}>
            <svg viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
              <rect
                y={32 - Math.max(2, (count / most) * 32)}
                width="100"
                height={Math.max(2, (count / most) * 32)}
                className={classes.stepFill}
              />
            </svg>
          </span>
          <span className={classes.stepText}>
            <strong className="tabular">{showNumber(count)}</strong> {label}
          </span>
        </span>
      ))}
    </figure>
  );
}

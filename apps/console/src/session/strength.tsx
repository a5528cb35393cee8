import { useWords } from '../i18n/words.ts';
import classes from './card.module.css';

/** A password is as strong as it is long: at 16 signs the bar is full. Kinds of signs do not count. */
const full = 16;

export function Strength({ length, shortest = 8 }: { length: number; shortest?: number }) {
  const t = useWords('session');
  const left = shortest - length;
  const text =
    left > 0
      ? t('strength.more', { count: left })
      : length < full
        ? t('strength.fair')
        : t('strength.good');
  return (
    <div className={classes.strength}>
      <svg
        height={4}
        width="100%"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width={100} height={4} rx={1} className={classes.track} />
        <rect
          width={Math.min(100, (length / full) * 100)}
          height={4}
          rx={1}
          className={classes.fill}
          data-long={length >= full}
        />
      </svg>
      <span role="status">{text}</span>
    </div>
  );
}

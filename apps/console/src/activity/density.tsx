import { useWords } from '../i18n/words.ts';
import { instantOf, showNumber, showTime } from '../time.ts';
import classes from './activity.module.css';

const parts = 48;

/** Shows how densely the events of the list lie in time: the oldest left, the newest right. */
export function Density({ times }: { times: readonly string[] }) {
  const t = useWords('activity');
  const [last = ''] = times;
  const first = times.at(-1) ?? '';
  const at = (time: string) => instantOf(time).epochMilliseconds;
  const length = Math.max(1, at(last) - at(first));
  const counts = Array.from({ length: parts }, () => 0);
  for (const time of times) {
    const part = Math.min(parts - 1, Math.floor(((at(time) - at(first)) / length) * parts));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const sentence = t('density', {
    count: times.length,
    shown: showNumber(times.length),
    from: showTime(first),
    to: showTime(last),
  });
  return (
    <figure className={classes.density}>
      <svg
        viewBox={`0 0 ${parts * 10} 32`}
        preserveAspectRatio="none"
        role="img"
        aria-label={sentence}
      >
        {counts.map((count, index) => {
          const height = count === 0 ? 1 : 4 + (count / most) * 28;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of the strip never move.
              key={index}
              x={index * 10}
              y={32 - height}
              width={8}
              height={height}
              rx={1}
              data-empty={count === 0 || undefined}
            />
          );
        })}
      </svg>
      <figcaption className={classes.muted}>{sentence}</figcaption>
    </figure>
  );
}

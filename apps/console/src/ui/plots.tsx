import type { Href } from '../paths.ts';
import { Link } from './link.tsx';
import classes from './plots.module.css';

/** A line of values without axes: which way something goes. */
export function Spark({
  values,
  label,
  width = 96,
  height = 28,
}: {
  values: readonly number[];
  label: string;
  width?: number;
  height?: number;
}) {
  const top = Math.max(1, ...values);
  const x = (index: number) =>
    values.length < 2 ? 0 : (index / (values.length - 1)) * (width - 4) + 2;
  const y = (value: number) => height - 3 - (value / top) * (height - 6);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg width={width} height={height} role="img" aria-label={label} className={classes.spark}>
      <title>{label}</title>
      <polygon
        points={`2,${height} ${points.join(' ')} ${width - 2},${height}`}
        className={classes.area}
      />
      <polyline points={points.join(' ')} className={classes.line} />
    </svg>
  );
}

export type Bar = {
  label: string;
  value: number;
  shown: string;
  /** Where the records behind it are listed. */
  href?: Href;
  /** Its time is not over: it is drawn dashed. */
  isPartial?: boolean;
};

/** Horizontal bars with their values in words, longest first as given. */
export function Bars({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const top = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className={classes.bars} aria-label={label}>
      {bars.map((bar, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may bear the same name.
        <div key={`${at} ${bar.label}`} className={classes.bar}>
          <span className={classes.barLabel}>
            {bar.href ? <Link href={bar.href}>{bar.label}</Link> : bar.label}
          </span>
          <svg
            height={8}
            width="100%"
            preserveAspectRatio="none"
            viewBox="0 0 100 8"
            aria-hidden="true"
          >
            <rect width={100} height={8} rx={2} className={classes.barTrack} />
            {bar.value > 0 && (
              <rect
                width={Math.max(1, (bar.value / top) * 100)}
                height={8}
                rx={2}
                className={classes.barFill}
                data-partial={bar.isPartial || undefined}
              />
            )}
          </svg>
          <span className={classes.barValue}>{bar.shown}</span>
        </div>
      ))}
    </figure>
  );
}

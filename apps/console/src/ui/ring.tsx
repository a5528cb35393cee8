import classes from './ring.module.css';

type RingProps = {
  done: number;
  total: number;
  label: string;
  size?: number;
  tone?: 'good' | 'warn' | 'bad' | 'info';
};

/** A ring that fills up: how much of something is complete. The label says it in words. */
export function Ring({ done, total, label, size = 20, tone = 'info' }: RingProps) {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const width = Math.max(2.5, size / 9);
  const radius = (size - width) / 2;
  const length = 2 * Math.PI * radius;
  return (
    <svg width={size} height={size} role="img" aria-label={label} className={classes.ring}>
      <title>{label}</title>
      <circle
        cx={size / 2}
        cy={size / 2}
        r={radius}
        strokeWidth={width}
        className={classes.track}
      />
      <circle
        cx={size / 2}
        cy={size / 2}
        r={radius}
        strokeWidth={width}
        strokeDasharray={`${share * length} ${length}`}
        strokeLinecap="round"
        className={classes[tone]}
        transform={`rotate(-90 ${size / 2} ${size / 2})`}
      />
    </svg>
  );
}

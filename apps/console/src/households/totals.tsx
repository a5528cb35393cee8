import { useWords } from '../i18n/words.ts';
import { showMoney } from '../time.ts';
import classes from './households.module.css';

export type Total = { currency: string; marketValue: string };

/** Returns the largest amount of each currency among rows: what their bars are measured against. */
export function largestOf(rows: readonly { totals: readonly Total[] }[]): Map<string, number> {
  const largest = new Map<string, number>();
  for (const { currency, marketValue } of rows.flatMap(({ totals }) => totals))
    largest.set(currency, Math.max(largest.get(currency) ?? 0, Number(marketValue)));
  return largest;
}

type Props = { totals: readonly Total[]; largest?: ReadonlyMap<string, number> };

/** Shows what a household is worth, a line a currency: currencies are never summed. */
export function Totals({ totals, largest }: Props) {
  const t = useWords('households');
  if (totals.length === 0) return <span className={classes.muted}>{t('noValues')}</span>;
  return (
    <span className={classes.totals}>
      {totals.map(({ currency, marketValue }) => (
        <span key={currency} className={classes.total}>
          <span className={classes.amount}>{showMoney(marketValue, currency)}</span>
          {largest && (
            <Share value={Number(marketValue)} of={largest.get(currency) ?? Number(marketValue)} />
          )}
        </span>
      ))}
    </span>
  );
}

/** A bar that says how large an amount is beside the largest one. */
export function Share({ value, of }: { value: number; of: number }) {
  const width = of > 0 ? Math.max(2, (Math.max(0, value) / of) * 100) : 0;
  return (
    <svg
      className={classes.share}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="100" height="4" className={classes.shareTrack} />
      <rect width={width} height="4" className={classes.shareFill} />
    </svg>
  );
}

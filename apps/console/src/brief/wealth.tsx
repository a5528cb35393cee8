import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { showDate, showMoney } from '../time.ts';
import { Bars } from '../ui/plots.tsx';
import classes from './brief.module.css';

type Portfolio = AnswerOf<'getHouseholdDetail'>['portfolio'];
/** As many accounts of a currency as a glance takes in. */
const most = 4;

/** Shows what a household has in each currency; currencies are never added up. */
export function Wealth({ portfolio: { totals, accounts, asOf } }: { portfolio: Portfolio }) {
  const t = useWords('brief');
  if (totals.length === 0) return <p className={classes.noWealth}>{t('wealth.none')}</p>;
  return (
    <div className={classes.wealth}>
      <h3>{t('wealth.title')}</h3>
      {totals.map(({ currency, marketValue }) => (
        <div key={currency} className={classes.currency}>
          <p className={classes.total}>{showMoney(marketValue, currency)}</p>
          <Bars
            label={t('wealth.accounts', { currency })}
            bars={accounts
              .filter((each) => each.currency === currency && each.marketValue !== null)
              .map((each) => ({
                label: `${each.custodian ?? ''} ${each.accountNumber}`.trim(),
                value: Number(each.marketValue),
                shown: showMoney(each.marketValue ?? 0, currency),
              }))
              .sort((a, b) => b.value - a.value)
              .slice(0, most)}
          />
        </div>
      ))}
      {asOf && <p className={classes.muted}>{t('wealth.asOf', { date: showDate(asOf) })}</p>}
    </div>
  );
}

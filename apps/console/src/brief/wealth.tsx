import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showDate, showMoney } from '../time.ts';
import { Section } from '../ui/page.tsx';
import { Bars } from '../ui/plots.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './brief.module.css';

/** As many accounts of a currency as a glance takes in. */
const most = 4;

/** What a household has in each currency; currencies are never added up. */
export function Wealth({ householdUuid }: { householdUuid: string }) {
  const t = useWords('brief');
  const household = useRead('getHouseholdDetail', { path: { householdUuid } });
  return (
    <Section title={t('wealth.title')}>
      <Read of={household} skeleton={<Lines count={3} />}>
        {({ portfolio: { totals, accounts, asOf } }) =>
          totals.length === 0 ? (
            <p className={classes.muted}>{t('wealth.none')}</p>
          ) : (
            <>
              {totals.map(({ currency, marketValue }) => (
                <div key={currency} className={classes.currency}>
                  <p className={classes.total}>{showMoney(marketValue, currency)}</p>
                  <Bars
                    label={t('wealth.accounts', { currency })}
                    bars={accounts
                      .filter((each) => each.currency === currency && each.marketValue !== null)
                      .map((each) => ({
                        label: each.custodian ?? each.accountNumber,
                        value: Number(each.marketValue),
                        shown: showMoney(each.marketValue ?? 0, currency),
                      }))
                      .sort((a, b) => b.value - a.value)
                      .slice(0, most)}
                  />
                </div>
              ))}
              {asOf && (
                <p className={classes.muted}>{t('wealth.asOf', { date: showDate(asOf) })}</p>
              )}
            </>
          )
        }
      </Read>
    </Section>
  );
}

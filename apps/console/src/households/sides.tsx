import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { Section } from '../ui/page.tsx';
import classes from './household.module.css';
import type { Account, Party } from './relationships.ts';
import { Totals } from './totals.tsx';
import { Tree } from './tree.tsx';

type SideProps = {
  title: string;
  /** Shows what this side is: the household as it is, as it will be. */
  note: ReactNode;
  parties: readonly Party[];
  accounts: readonly Account[];
};

/** A household before or after: its picture, its accounts and what they are worth. */
export function Side({ title, note, parties, accounts }: SideProps) {
  const t = useWords('households');
  return (
    <Section title={title}>
      <p className={classes.sideNote}>
        {note} · {t('memberCount', { count: parties.length })} ·{' '}
        {t('accountCount', { count: accounts.length })}
      </p>
      {parties.length > 0 ? (
        <Tree
          label={t('treeOf', { name: title, count: parties.length })}
          parties={parties}
          isSmall
        />
      ) : (
        <p className={classes.sideEmpty}>{t('nobody')}</p>
      )}
      {accounts.length > 0 && (
        <p className={classes.sideNote}>{accounts.map((each) => each.accountNumber).join(' · ')}</p>
      )}
      {accounts.length > 0 && <Totals totals={totalsOf(accounts)} />}
    </Section>
  );
}

/** Returns what accounts are worth by currency, exact to the four decimals that amounts have. */
function totalsOf(accounts: readonly Account[]) {
  const sums = new Map<string, bigint>();
  for (const { currency, marketValue } of accounts)
    if (currency && marketValue)
      sums.set(currency, (sums.get(currency) ?? 0n) + tenThousandths(marketValue));
  return [...sums].map(([currency, sum]) => ({
    currency,
    marketValue: String(Number(sum) / 10_000),
  }));
}

function tenThousandths(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole + decimals.padEnd(4, '0'));
  return amount.startsWith('-') ? -value : value;
}

import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showMoney, showRound } from '../time.ts';
import type { Household, Member } from './relationships.ts';

type Known = Pick<Member, 'contactUuid' | 'isPrimary'>;

/**
 * Returns what each member of a household is worth, where that is wanted: the primary one the accounts of
 * the household as of the day that is shown, the others what they declared.
 */
export function useWealth({ members, portfolio }: Household, isWanted: boolean) {
  const t = useWords('households');
  const uuids = members.flatMap(({ contactUuid }) => contactUuid ?? []);
  const people = useRead(
    'filterContacts',
    {
      body: {
        filters: [{ field: 'contactUuid', operator: 'IN', values: uuids }],
        size: Math.max(1, Math.min(200, uuids.length)),
      },
    },
    { enabled: isWanted && uuids.length > 0 },
  );
  const declared = new Map(
    people.data?.content.map(({ contactUuid, totalNetWorth }) => [contactUuid, totalNetWorth]),
  );
  return ({ contactUuid, isPrimary }: Known): { wealth?: string } => {
    if (!isWanted) return {};
    if (isPrimary && portfolio.totals.length > 0)
      return {
        wealth: portfolio.totals
          .map(({ currency, marketValue }) => showMoney(marketValue, currency))
          .join(' · '),
      };
    const amount = contactUuid && declared.get(contactUuid);
    return amount ? { wealth: t('declared', { amount: showRound(Number(amount)) }) } : {};
  };
}

import { SegmentedControl } from '@mantine/core';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useAddress, useSearch } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { Merge } from './merge.tsx';
import { Split } from './split.tsx';

/** Splits a household in two or merges another one into it, with what is before and after. */
export default function Restructure() {
  const t = useWords('households');
  const { householdUuid } = useAddress<'household'>();
  const [search, change] = useSearch<'splitHousehold'>();
  const household = useRead('getHouseholdDetail', { path: { householdUuid } });
  const isMerge = search.act === 'merge';
  return (
    <Page
      title={isMerge ? t('merge.title') : t('split.title')}
      lead={isMerge ? t('merge.lead') : t('split.lead')}
      crumbs={[
        { label: t('title'), href: pathTo('households') },
        {
          label: household.data?.name ?? t('one'),
          href: pathTo('household', { householdUuid }),
        },
      ]}
      acts={
        <SegmentedControl
          aria-label={t('whatToDo')}
          data={[
            { value: 'split', label: t('split.act') },
            { value: 'merge', label: t('merge.act') },
          ]}
          value={isMerge ? 'merge' : 'split'}
          onChange={(act) => change({ act: act === 'merge' ? act : undefined }, { replace: true })}
        />
      }
    >
      <Read of={household} skeleton={<Lines count={10} height={32} />}>
        {(data) => (isMerge ? <Merge household={data} /> : <Split household={data} />)}
      </Read>
    </Page>
  );
}

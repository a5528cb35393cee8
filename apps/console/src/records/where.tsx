import { IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { loadWords, useWords } from '../i18n/words.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { Recorded } from './catalogue.ts';
import type { Filter } from './filter.ts';
import classes from './filters.module.css';
import { conditionsText, readConditions } from './stated-conditions.ts';

const WhereSheet = lazyPart(async () => {
  const [sheet] = await Promise.all([import('./where-sheet.tsx'), loadWords(['fields'])]);
  return sheet;
});

type Props = { record: Recorded; filters: readonly Filter[] };

/** Opens the conditions of a list that no menu has: any field, any comparison, ranges and several values. */
export function Where({ record, filters }: Props) {
  const t = useWords('tables');
  const [search, change] = useSearch();
  const [isOpen, setOpen] = useState(false);
  const conditions = readConditions(search.where);
  const count = conditions.length;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        className={classes.filter}
        data-on={count > 0 || undefined}
        leftSection={<IconFilterPlus size={15} aria-hidden />}
        onClick={() => {
          setOpen(true);
          for (const each of filters) each.load?.();
        }}
      >
        {count > 0 ? t('where.count', { count }) : t('where.title')}
      </Button>
      {isOpen && (
        <WhereSheet
          record={record}
          filters={filters}
          conditions={conditions}
          set={(next) => change({ where: conditionsText(next), page: undefined })}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { showNumber } from '../time.ts';
import classes from './pager.module.css';

type Page = {
  number: number;
  size: number;
  totalElements: number;
  numberOfElements: number;
  first: boolean;
  last: boolean;
};

/** Shows which rows these are, and leads to the pages before and after them. */
export function Pager({ page, go }: { page: Page; go: (number: number) => void }) {
  const t = useWords('common');
  const from = page.number * page.size + 1;
  useKeys([
    ...(page.last
      ? []
      : [
          {
            keys: 'ArrowRight',
            label: t('table.next'),
            group: 'list' as const,
            run: () => go(page.number + 1),
          },
        ]),
    ...(page.first
      ? []
      : [
          {
            keys: 'ArrowLeft',
            label: t('table.previous'),
            group: 'list' as const,
            run: () => go(page.number - 1),
          },
        ]),
  ]);
  if (page.totalElements === 0) return null;
  const range = {
    from: showNumber(from),
    to: showNumber(from + page.numberOfElements - 1),
    total: showNumber(page.totalElements),
  };
  return (
    <div className={classes.pager}>
      <span className="tabular">{t('table.range', range)}</span>
      <ActionIcon
        variant="default"
        size={32}
        disabled={page.first}
        onClick={() => go(page.number - 1)}
        aria-label={t('table.previous')}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        disabled={page.last}
        onClick={() => go(page.number + 1)}
        aria-label={t('table.next')}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

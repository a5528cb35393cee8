import { Select } from '@mantine/core';
import { useWords } from '../i18n/words.ts';
import type { SearchKey } from '../search.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import type { Filter } from './filter.ts';
import classes from './filters.module.css';

type Props = {
  filters: readonly Filter[];
  chosenOf: (key: SearchKey) => string | undefined;
  set: (key: SearchKey, value: string | null) => void;
  clear: () => void;
  close: () => void;
};

/** The filters of a list on the phone. */
export default function FiltersSheet({ filters, chosenOf, set, clear, close }: Props) {
  const t = useWords('common');
  return (
    <Sheet title={t('filters.title')} isOpen close={close}>
      <div className={classes.sheet}>
        {filters.map(({ key, label, options }) => (
          <Select
            key={key}
            size="md"
            label={label}
            data={[...options]}
            value={chosenOf(key) ?? null}
            onChange={(value) => set(key, value)}
            clearable
            clearButtonProps={{ 'aria-label': t('filters.clearOne', { name: label }) }}
          />
        ))}
        <Button size="md" onClick={close}>
          {t('filters.show')}
        </Button>
        <Button
          variant="subtle"
          onClick={clear}
          disabled={filters.every(({ key }) => !chosenOf(key)) && !chosenOf('where')}
        >
          {t('filters.clear')}
        </Button>
      </div>
    </Sheet>
  );
}

import { Button, Select } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { useSearch } from './address.ts';
import { Sheet, useIsPhone } from './dialog.tsx';
import classes from './filters.module.css';

export type Filter = {
  /** Its name in the address. */
  key: string;
  label: string;
  options: readonly { value: string; label: string }[];
};

/** The filters of a list, kept in the address; a sheet with a count on its button on the phone. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const t = useWords('common');
  const isPhone = useIsPhone();
  const [search, change] = useSearch();
  const [isOpen, setOpen] = useState(false);
  const active = filters.filter(({ key }) => search[key]);
  const clear = () =>
    change({ ...Object.fromEntries(filters.map(({ key }) => [key, undefined])), page: undefined });
  const fields = filters.map(({ key, label, options }) => (
    <Select
      key={key}
      className={classes.field}
      size={isPhone ? 'md' : 'sm'}
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={search[key] ?? null}
      onChange={(value) => change({ [key]: value ?? undefined, page: undefined })}
      clearable
      searchable={options.length > 8}
      clearButtonProps={{ 'aria-label': t('filters.clearOne', { name: label }), tabIndex: 0 }}
      comboboxProps={{ shadow: 'md' }}
    />
  ));
  if (isPhone)
    return (
      <>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('filters.title')}
          {active.length > 0 && ` (${active.length})`}
        </Button>
        <Sheet title={t('filters.title')} isOpen={isOpen} close={() => setOpen(false)}>
          <div className={classes.sheet}>
            {fields}
            <Button onClick={() => setOpen(false)}>{t('filters.show')}</Button>
            <Button variant="subtle" onClick={clear} disabled={active.length === 0}>
              {t('filters.clear')}
            </Button>
          </div>
        </Sheet>
      </>
    );
  return (
    <div className={classes.bar}>
      {fields}
      {active.length > 0 && (
        <Button variant="subtle" leftSection={<IconX size={14} aria-hidden />} onClick={clear}>
          {t('filters.clear')}
        </Button>
      )}
    </div>
  );
}

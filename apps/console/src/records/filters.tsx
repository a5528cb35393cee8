import { Menu } from '@mantine/core';
import { IconChevronDown, IconFilter, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import type { SearchKey } from '../search.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import type { Filter } from './filter.ts';
import classes from './filters.module.css';

const FiltersSheet = lazyPart(() => import('./filters-sheet.tsx'));
const importOptions = () => import('./filter-options.tsx');
const FilterOptions = lazyPart(importOptions);
const loadOptions = ({ load }: Filter) => {
  void importOptions();
  load?.();
};

/** The filters of a list, kept in the address; a sheet with a count on its button on the phone. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const t = useWords('common');
  const isPhone = useIsPhone();
  const [search, change] = useSearch();
  const [isOpen, setOpen] = useState(false);
  const active = filters.filter(({ key }) => search[key]);
  const set = (key: SearchKey, value: string | null) =>
    change({ [key]: value ?? undefined, page: undefined });
  const clear = () =>
    change({
      ...Object.fromEntries(filters.map(({ key }) => [key, undefined])),
      where: undefined,
      page: undefined,
    });
  const own = filters.find((filter) => filter.own);
  const isOwn = own && search[own.key] === own.own;
  const mine = own && (
    <Button
      variant="default"
      size="xs"
      className={classes.filter}
      data-on={isOwn || undefined}
      aria-pressed={isOwn}
      onClick={() => set(own.key, isOwn ? null : (own.own ?? null))}
    >
      {t('filters.mine')}
    </Button>
  );
  if (!isPhone)
    return (
      <div className={classes.bar}>
        {mine}
        {filters.map((filter) => (
          <FilterMenu
            key={filter.key}
            filter={filter}
            value={search[filter.key]}
            set={(value) => set(filter.key, value)}
          />
        ))}
        {(active.length > 0 || search.where) && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={clear}
          >
            {t('filters.clear')}
          </Button>
        )}
      </div>
    );
  return (
    <>
      {mine}
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => {
          setOpen(true);
          for (const each of filters) each.load?.();
        }}
      >
        {t('filters.title')}
        {active.length > 0 && ` (${active.length})`}
      </Button>
      {isOpen && (
        <FiltersSheet
          filters={filters}
          chosenOf={(key) => search[key]}
          set={set}
          clear={clear}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}

type MenuProps = { filter: Filter; value: string | undefined; set: (value: string | null) => void };

/** One filter as a small button that says what it lets through. Its menu comes while somebody reaches for it. */
function FilterMenu({ filter, value, set }: MenuProps) {
  const { label, options } = filter;
  const chosen = options.find((each) => each.value === value)?.label ?? value;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.filter}
          data-on={value ? true : undefined}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onFocus={() => loadOptions(filter)}
          onPointerEnter={() => loadOptions(filter)}
          onClick={() => loadOptions(filter)}
        >
          {chosen ? `${label}: ${chosen}` : label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <FilterOptions filter={filter} value={value} set={set} />
      </Menu.Dropdown>
    </Menu>
  );
}

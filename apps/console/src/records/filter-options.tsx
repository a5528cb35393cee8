import { foldText } from '@atrium/kit/texts/folding.ts';
import { Menu, TextInput } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { MenuItem } from '../ui/menu-item.tsx';
import type { Filter } from './filter.ts';

type Props = { filter: Filter; value: string | undefined; set: (value: string | null) => void };

/** Shows a filter's open menu: its values, a search among many, and a way to be rid of the one chosen. */
export default function FilterOptions({ filter: { label, options }, value, set }: Props) {
  const t = useWords('common');
  const [text, setText] = useState('');
  const found = options.filter((each) => foldText(each.label).includes(foldText(text)));
  return (
    <>
      {options.length > 8 && (
        <TextInput
          size="xs"
          m={4}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.map((option) => (
        <MenuItem
          isLocal
          key={option.value}
          rightSection={option.value === value ? <IconCheck size={14} aria-hidden /> : undefined}
          onClick={() => set(option.value === value ? null : option.value)}
        >
          {option.label}
        </MenuItem>
      ))}
      {value && (
        <>
          <Menu.Divider />
          <MenuItem isLocal leftSection={<IconX size={14} aria-hidden />} onClick={() => set(null)}>
            {t('filters.clearOne', { name: label })}
          </MenuItem>
        </>
      )}
    </>
  );
}

import { ActionIcon, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { copy } from './copy.ts';

/** A value to be taken elsewhere, with a button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const t = useWords('common');
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('copyOne', { name: label })}
          onClick={() => void copy(value)}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import classes from './brand.module.css';

type Props = {
  label: string;
  description: string;
  /** The platform's own colour, for a firm that has none. */
  usual: string;
  path: string;
  value?: string;
  onChange?: (value: string) => void;
  error?: ReactNode;
};

/** A colour, typed as `#14606b` or picked by the browser's own means. */
export function ColorField({
  label,
  description,
  usual,
  path,
  value = '',
  onChange,
  error,
}: Props) {
  const t = useWords('brand');
  return (
    <div className={classes.color}>
      <TextInput
        label={label}
        description={description}
        classNames={{ description: classes.purpose }}
        autoComplete="off"
        spellCheck={false}
        data-path={path}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value.trim())}
      />
      <input
        type="color"
        aria-label={t('pick', { name: label })}
        className={classes.swatch}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : usual}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
      <Button
        size="xs"
        variant="subtle"
        aria-label={`${t('usual.color')}: ${label}`}
        disabled={value.toLowerCase() === usual.toLowerCase()}
        onClick={() => onChange?.(usual)}
      >
        {t('usual.color')}
      </Button>
    </div>
  );
}

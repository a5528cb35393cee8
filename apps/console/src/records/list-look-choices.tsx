import { Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import classes from './list.module.css';
import type { LookProps } from './list-look.ts';

/** Chooses the columns of a list and the height of its rows. The column that names the row always stays. */
export default function LookChoices({ look, shown, all }: LookProps) {
  const t = useWords('tables');
  const [first, ...others] = all;
  // What is ticked stays ticked at once; the list follows with its preference.
  const [keys, setKeys] = useState<readonly string[]>(shown);
  const [isDense, setDense] = useState(look.isDense);
  const isUsual = others.every(({ key, isOptional }) => keys.includes(key) === !isOptional);
  const usual = all.filter(({ isOptional }) => !isOptional).map(({ key }) => key);
  return (
    <div className={classes.look}>
      <Checkbox.Group
        label={t('columnsShown')}
        description={t('alwaysShown', { name: first?.label })}
        value={[...keys]}
        onChange={(next) => {
          setKeys(next);
          look.setColumns(next);
        }}
      >
        <div className={classes.choices}>
          {others.map(({ key, label }) => (
            <Checkbox key={key} size="xs" value={key} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <SegmentedControl
        size="xs"
        aria-label={t('density')}
        data={[
          { value: 'normal', label: t('normal') },
          { value: 'dense', label: t('dense') },
        ]}
        value={isDense ? 'dense' : 'normal'}
        onChange={(value) => {
          setDense(value === 'dense');
          look.setDense(value === 'dense');
        }}
      />
      {!isUsual && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setKeys(usual);
            look.setColumns(undefined);
          }}
        >
          {t('usualColumns')}
        </Button>
      )}
    </div>
  );
}

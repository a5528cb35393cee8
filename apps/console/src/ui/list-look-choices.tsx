import { Checkbox, SegmentedControl } from '@mantine/core';
import { useWords } from '../i18n/words.ts';
import { Button } from './button.tsx';
import classes from './list.module.css';
import type { LookProps } from './list-look-menu.tsx';

/** Which columns of a list are shown, and how high its rows are. What names the row is always shown. */
export default function LookChoices({ look, shown, all }: LookProps) {
  const t = useWords('tables');
  const [first, ...others] = all;
  const isUsual = others.every(({ key, isOptional }) => shown.includes(key) === !isOptional);
  return (
    <div className={classes.look}>
      <Checkbox.Group
        label={t('columnsShown')}
        description={t('alwaysShown', { name: first?.label })}
        value={[...shown]}
        onChange={(keys) => look.setColumns(keys)}
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
        value={look.isDense ? 'dense' : 'normal'}
        onChange={(value) => look.setDense(value === 'dense')}
      />
      {!isUsual && (
        <Button variant="subtle" size="compact-sm" onClick={() => look.setColumns(undefined)}>
          {t('usualColumns')}
        </Button>
      )}
    </div>
  );
}

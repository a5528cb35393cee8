import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { AmountField } from '../forms/amount-field.tsx';
import { useWords } from '../i18n/words.ts';
import { DateField } from '../ui/date-field.tsx';
import { arityOf, type Typed } from './conditions.ts';
import classes from './filters.module.css';
import type { AskedField } from './use-filtered-fields.ts';

type Props = { field: AskedField; typed: Typed; change: (part: Partial<Typed>) => void };

/** The values that a condition compares with: none, one, several, or both ends of a range. */
export function WhereValue({ field, typed, change }: Props) {
  const t = useWords('tables');
  const arity = arityOf(typed.operator);
  if (arity === 'NONE') return null;
  if (arity === 'SEVERAL') {
    const several = {
      label: t('where.values'),
      value: typed.values,
      onChange: (values: string[]) => change({ values }),
    };
    return field.options ? (
      <MultiSelect {...several} data={[...field.options]} searchable />
    ) : (
      <TagsInput {...several} splitChars={[',', ';']} acceptValueOnBlur />
    );
  }
  if (arity === 'ONE')
    return (
      <OneValue
        field={field}
        label={t('where.value')}
        value={typed.value}
        change={(value) => change({ value })}
      />
    );
  return (
    <div className={classes.ends}>
      <OneValue
        field={field}
        label={t('where.min')}
        value={typed.min}
        change={(min) => change({ min })}
      />
      <OneValue
        field={field}
        label={t('where.max')}
        value={typed.max}
        change={(max) => change({ max })}
      />
    </div>
  );
}

type OneProps = {
  field: AskedField;
  label: string;
  value: string;
  change: (value: string) => void;
};

function OneValue({ field: { filter, options }, label, value, change }: OneProps) {
  if (options)
    return (
      <Select
        label={label}
        data={[...options]}
        value={value || null}
        onChange={(next) => change(next ?? '')}
        searchable={options.length > 8}
      />
    );
  if (filter === 'date' || filter === 'time' || filter === 'localTime')
    return <DateField label={label} toward="LAST" value={value} onChange={change} />;
  if (filter === 'number') return <AmountField label={label} value={value} onChange={change} />;
  return (
    <TextInput
      label={label}
      value={value}
      {...(filter === 'integer' ? { inputMode: 'numeric' as const } : {})}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

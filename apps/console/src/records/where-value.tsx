import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '../forms/amount-field.tsx';
import { typedAmount } from '../forms/amounts.ts';
import { useWords } from '../i18n/words.ts';
import { DateField } from '../ui/date-field.tsx';
import { arityOf, type FilterType, parseValue, parseValues, type Typed } from './conditions.ts';
import classes from './filters.module.css';
import { showTyped } from './shown-value.ts';
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
      <TypedValues key={field.name} filter={field.filter} {...several} />
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

type SeveralProps = {
  filter: FilterType;
  label: string;
  value: readonly string[];
  onChange: (values: string[]) => void;
};

/** Several values, each typed as people write it; one that is none is said to be so, and is not taken. */
function TypedValues({ filter, label, value, onChange }: SeveralProps) {
  const wrong = useWrong(filter);
  const [isWrong, setWrong] = useState(false);
  return (
    <TagsInput
      label={label}
      value={value.map((each) => showTyped(each, filter))}
      // A comma stands before decimals.
      splitChars={filter === 'number' || filter === 'integer' ? [';'] : [',', ';']}
      acceptValueOnBlur
      error={isWrong && wrong}
      onChange={(texts) => {
        const { values, isWhole } = parseValues(texts, filter);
        setWrong(!isWhole);
        onChange(values);
      }}
    />
  );
}

/** Returns what is said of a text that is no value; nothing where every text is one. */
function useWrong(filter: FilterType): string | undefined {
  const t = useWords('common');
  if (filter === 'number') return t('amountWrong', { form: typedAmount('1250000.5') });
  if (filter === 'integer') return t('amountWrong', { form: typedAmount('1250') });
  return filter === 'date' ? t('date.wrong', { form: t('date.form') }) : undefined;
}

type OneProps = {
  field: AskedField;
  label: string;
  value: string;
  change: (value: string) => void;
};

function OneValue({ field: { filter, options }, label, value, change }: OneProps) {
  const wrong = useWrong(filter);
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
      error={value !== '' && parseValue(value, filter) === undefined && wrong}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

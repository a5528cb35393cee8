import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { memo } from 'react';
import { countryName, countryOptions } from '../countries.ts';
import { AmountField } from '../forms/amount-field.tsx';
import { isAmount, typedAmount } from '../forms/amounts.ts';
import { valueAt, withValueAt } from '../forms/paths.ts';
import { partsOf } from '../forms/typed-lists.ts';
import { currentLanguage, wordsOf } from '../i18n/words.ts';
import { type Phone, parsePhone, showPhone } from '../phone.ts';
import { isRut, showRut } from '../rut.ts';
import { showDate, showNumber, showZone } from '../time.ts';
import { parseDate } from '../typed-dates.ts';
import { DateField } from '../ui/date-field.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PhoneInput } from '../ui/phone-input.tsx';

const ZoneSelect = lazyPart(() => import('../ui/zone-select.tsx'));

type Kind =
  | 'text'
  | 'long'
  /** Several texts: one a line, or a list of words. */
  | 'texts'
  | 'email'
  | 'digits'
  | 'date'
  | 'amount'
  | 'choice'
  | 'country'
  | 'country2'
  | 'yesNo'
  | 'zone'
  | 'phone'
  | 'rut';

/** A field of a record: its path on the wire, its word, and how it is typed and shown. */
export type Field<Path extends string = string> = {
  path: Path;
  label: string;
  kind: Kind;
  options?: readonly { value: string; label: string }[];
  isRequired?: boolean;
  placeholder?: string;
  /** Says what it means, under its word. */
  description?: string;
  autoComplete?: string;
  /** Says whether it concerns this record, by what is typed in the others. */
  isFor?: (record: object) => boolean;
};

export type Values = { [name: string]: string | Values };

/** Returns the value of a field as text for a form: empty for what is not there. */
export function typedValues(fields: readonly Field[], record: unknown): Values {
  let values: Values = {};
  for (const { path, kind } of fields) {
    const value = valueAt(record, path);
    const text =
      kind === 'phone' && value ? showPhone(value as Phone) : [value ?? ''].flat().join('\n');
    values = withValueAt(values, path, text);
  }
  return values;
}

/** Returns what is typed in a field as the API takes it: null for what is empty. */
export function wireOf({ path, kind }: Field, values: Values): unknown {
  const text = String(valueAt(values, path) ?? '').trim();
  if (text === '') return null;
  if (kind === 'yesNo') return text === 'true';
  if (kind === 'texts') return partsOf(path, text);
  return kind === 'phone' ? parsePhone(text) : text;
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Returns what can be seen to be wrong with a field by itself; undefined where nothing is. */
export function faultOf({ path, kind, isRequired }: Field, values: Values): string | undefined {
  const t = wordsOf('common');
  const text = String(valueAt(values, path) ?? '').trim();
  if (text === '') return isRequired ? t('required') : undefined;
  if (kind === 'rut' && !isRut(text)) return t('rutWrong');
  if (kind === 'email' && !isEmail(text)) return t('emailWrong');
  if (kind === 'date' && !parseDate(text)) return t('date.wrong', { form: t('date.form') });
  if (kind === 'amount' && !isAmount(text))
    return t('amountWrong', { form: typedAmount('1250000.5') });
  return undefined;
}

/** Shows the value of a field; undefined where there is none. */
export function shownValue({ kind, options }: Field, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (kind === 'phone') return showPhone(value as Phone);
  if (kind === 'texts') return [value].flat().join('\n').split('\n').join(' · ');
  const text = [value].flat().join(', ');
  if (kind === 'date') return showDate(text);
  if (kind === 'amount') return showNumber(Number(text));
  if (kind === 'country' || kind === 'country2') return countryName(text, currentLanguage());
  if (kind === 'yesNo') return wordsOf('common')(value === true ? 'yes' : 'no');
  if (kind === 'rut') return isRut(text) ? showRut(text) : text;
  if (kind === 'zone') return showZone(text);
  if (kind === 'choice') return options?.find((each) => each.value === text)?.label ?? text;
  return text;
}

type InputProps = {
  field: Field;
  form: UseFormReturnType<Values>;
  given: ReturnType<UseFormReturnType<Values>['getInputProps']>;
};

/** An input for a field, with what the server says of it. */
export function FieldInput({ field, form }: Omit<InputProps, 'given'>) {
  return <SameInput field={field} form={form} given={form.getInputProps(field.path)} />;
}

/** An input that is drawn anew only for what it shows: a letter in one field of fifty is no matter of the others. */
const SameInput = memo(
  Input,
  (before, after) =>
    before.field === after.field &&
    before.given.value === after.given.value &&
    before.given.error === after.given.error,
);

function Input({ field, form, given }: InputProps) {
  const { path, kind, label, options, isRequired = false } = field;
  const { placeholder, autoComplete } = field;
  const t = wordsOf('common');
  const description = field.description ?? (kind === 'texts' && t('onePerLine'));
  const common = {
    label,
    required: isRequired,
    ...(placeholder ? { placeholder } : {}),
    ...(description ? { description } : {}),
    ...(autoComplete ? { autoComplete } : { autoComplete: 'off' }),
    ...given,
    onBlur: () => {
      const fault = faultOf({ ...field, isRequired: false }, form.getValues());
      if (fault) form.setFieldError(path, fault);
    },
  };
  const data =
    kind === 'choice'
      ? [...(options ?? [])]
      : kind === 'yesNo'
        ? [
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]
        : kind === 'country' || kind === 'country2'
          ? countryOptions(currentLanguage(), kind === 'country' ? 3 : 2)
          : undefined;
  if (data)
    return (
      <Select
        {...common}
        value={common.value || null}
        onChange={(value) => common.onChange(value ?? '')}
        data={data}
        searchable={data.length > 8}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': t('filters.clearOne', { name: label }) }}
      />
    );
  if (kind === 'zone') return <ZoneSelect {...common} />;
  if (kind === 'long' || kind === 'texts')
    return <Textarea {...common} autosize minRows={kind === 'long' ? 3 : 2} />;
  if (kind === 'rut')
    return (
      <TextInput
        {...common}
        onBlur={() => {
          const isTyped = form.isDirty(path);
          if (isTyped && isRut(common.value)) form.setFieldValue(path, showRut(common.value));
          else common.onBlur();
        }}
      />
    );
  if (kind === 'date') return <DateField {...common} keepsText toward="LAST" />;
  if (kind === 'amount') return <AmountField {...common} keepsText />;
  if (kind === 'phone')
    return (
      <PhoneInput
        {...common}
        value={String(common.value ?? '')}
        change={(text) => form.setFieldValue(path, text)}
      />
    );
  const modes = { email: 'email', digits: 'numeric' } as const;
  const mode = modes[kind as keyof typeof modes];
  return (
    <TextInput
      {...common}
      type={kind === 'email' ? 'email' : 'text'}
      {...(mode ? { inputMode: mode } : {})}
    />
  );
}

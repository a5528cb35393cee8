import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { countryName, countryOptions } from '../countries.ts';
import { currentLanguage, wordsOf } from '../i18n/words.ts';
import { type Phone, parsePhone, showPhone } from '../phone.ts';
import { isRut, showRut } from '../rut.ts';
import { showDate, showNumber } from '../time.ts';
import { DateField } from './date-field.tsx';
import { PhoneInput } from './phone-input.tsx';

type Kind =
  | 'text'
  | 'long'
  | 'email'
  | 'digits'
  | 'date'
  | 'amount'
  | 'choice'
  | 'country'
  | 'country2'
  | 'yesNo'
  | 'phone'
  | 'rut';

/** A field of a record: its path on the wire, its word, and how it is typed and shown. */
export type Field = {
  path: string;
  label: string;
  kind: Kind;
  options?: readonly { value: string; label: string }[];
  isRequired?: boolean;
  placeholder?: string;
  autoComplete?: string;
  /** Says whether it concerns this record, by what is typed in the others. */
  isFor?: (values: Values) => boolean;
};

export type Values = { [name: string]: string | Values };

/** Returns the value at a path such as `currentEmployment.city`. */
export function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], record);
}

/** Returns the value of a field as text for a form: empty for what is not there. */
export function typedValues(fields: readonly Field[], record: unknown): Values {
  const values: Values = {};
  for (const { path, kind } of fields) {
    const value = valueAt(record, path);
    const text = kind === 'phone' && value ? showPhone(value as Phone) : String(value ?? '');
    put(values, path, text);
  }
  return values;
}

/** Returns what a form says of its fields, as the API takes it: null for what is empty. */
export function wireValues(fields: readonly Field[], values: Values): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const { path, kind } of fields) {
    const text = String(valueAt(values, path) ?? '').trim();
    put(wire, path, toWire(kind, text));
  }
  for (const [name, value] of Object.entries(wire)) if (isNothing(value)) wire[name] = null;
  return wire;
}

/** Returns whether nothing is stated: an object of which nothing is stated is none. */
const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value as object).every(isNothing));

function toWire(kind: Kind, text: string): unknown {
  if (text === '') return null;
  if (kind === 'yesNo') return text === 'true';
  return kind === 'phone' ? parsePhone(text) : text;
}

function put(target: Record<string, unknown>, path: string, value: unknown) {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let place = target;
  for (const name of names) {
    place[name] ??= {};
    place = place[name] as Record<string, unknown>;
  }
  place[last] = value;
}

/** Shows the value of a field; undefined where there is none. */
export function shownValue({ kind, options }: Field, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (kind === 'phone') return showPhone(value as Phone);
  const text = String(value);
  if (kind === 'date') return showDate(text);
  if (kind === 'amount') return showNumber(Number(text));
  if (kind === 'country' || kind === 'country2') return countryName(text, currentLanguage());
  if (kind === 'yesNo') return wordsOf('common')(value === true ? 'yes' : 'no');
  if (kind === 'rut') return isRut(text) ? showRut(text) : text;
  if (kind === 'choice') return options?.find((each) => each.value === text)?.label ?? text;
  return text;
}

/** An input for a field, with what the server says of it. */
export function FieldInput({ field, form }: { field: Field; form: UseFormReturnType<Values> }) {
  const { path, kind, label, options, isRequired = false, placeholder, autoComplete } = field;
  const t = wordsOf('common');
  const common = {
    label,
    required: isRequired,
    ...(placeholder ? { placeholder } : {}),
    ...(autoComplete ? { autoComplete } : { autoComplete: 'off' }),
    ...form.getInputProps(path),
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
  if (kind === 'long') return <Textarea {...common} autosize minRows={3} />;
  if (kind === 'rut')
    return (
      <TextInput
        {...common}
        description={common.value && !isRut(common.value) ? t('rutWrong') : undefined}
        onBlur={() => isRut(common.value) && form.setFieldValue(path, showRut(common.value))}
      />
    );
  if (kind === 'date') return <DateField {...common} keepsText />;
  if (kind === 'phone')
    return (
      <PhoneInput
        {...common}
        value={String(common.value ?? '')}
        change={(text) => form.setFieldValue(path, text)}
      />
    );
  const modes = { email: 'email', digits: 'numeric', amount: 'decimal' } as const;
  const mode = modes[kind as keyof typeof modes];
  return (
    <TextInput
      {...common}
      type={kind === 'email' ? 'email' : 'text'}
      {...(mode ? { inputMode: mode } : {})}
    />
  );
}

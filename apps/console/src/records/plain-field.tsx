import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { catalogue, type NameWith } from './catalogue.ts';

type Of = 'household' | 'meeting';
type Said = { kind: 'text' | 'long'; isStated: true };
type Entry = { kind: string; isRequired?: true };

type Props<R extends Of> = {
  record: R;
  name: NameWith<R, Said>;
  /** Holds what the form gives its input. */
  of: ReturnType<UseFormReturnType<object>['getInputProps']>;
  /** Another word than the field's own, where it means something narrower. */
  label?: ReactNode;
  /** Says that it is written in one line though it may be long. */
  isLine?: boolean;
  minRows?: number;
  placeholder?: string;
  description?: string | undefined;
  type?: HTMLInputTypeAttribute;
  inputMode?: 'url';
  'data-autofocus'?: boolean;
};

/** A text of a household or a meeting in a form: its word, its form and whether it must be stated are the catalogue's. */
export function PlainField<R extends Of>(props: Props<R>) {
  const t = useWords('fields');
  const { record, name, of, isLine = false, minRows = 2, ...more } = props;
  const entry = (catalogue[record] as { [name: string]: Entry })[name];
  const common = {
    label: t(`${record as Of}.${name as string}`),
    withAsterisk: entry?.isRequired ?? false,
    ...more,
    ...of,
  };
  if (entry?.kind === 'long' && !isLine) return <Textarea autosize minRows={minRows} {...common} />;
  return <TextInput {...common} />;
}

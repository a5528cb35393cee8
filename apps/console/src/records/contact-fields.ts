import { contactFields, contactParts } from '../field-catalogue.ts';
import type { FieldOf } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import type { Field } from './field.tsx';
import { useFieldWord } from './field-words.ts';
import { useLists } from './use-lists.ts';

/** A field that is changed as a whole, or one within a field that is a document. */
export type ContactPath = FieldOf<'updateContact'>;
export type PartsName = keyof typeof contactParts;
type ListName = keyof ReturnType<typeof useLists>;
type Entry = {
  kind: string;
  values?: readonly string[];
  list?: ListName;
  isRequired?: true;
  limit?: number;
};
type More = Partial<Omit<Field, 'path'>> & { without?: readonly string[] };

const fields: Readonly<Record<string, Entry>> = contactFields;
const parts: Readonly<Record<string, Readonly<Record<string, Entry>>>> = contactParts;
const typedKinds = new Set<string>([
  'text',
  'long',
  'texts',
  'email',
  'date',
  'amount',
  'choice',
  'country',
  'country2',
  'yesNo',
  'phone',
] satisfies Field['kind'][]);

/** Returns the fields of a person that a form can show and change, all but those named. */
export const statedFields = (without: readonly string[]): ContactPath[] =>
  Object.entries(contactFields).flatMap(([name, entry]) => {
    const isTyped = entry.kind === 'list' || typedKinds.has(entry.kind);
    return 'isStated' in entry && isTyped && !without.includes(name) ? [name as ContactPath] : [];
  });

/** Returns what makes a field of a form from the platform's own table of fields and its word. */
export function useContactField() {
  const wordOf = useFieldWord();
  const t = useWords('fields');
  const enums = useWords('enums');
  const lists = useLists();
  const made = <Path extends string>(
    path: Path,
    entry: Entry | undefined,
    label: string,
    { without = [], ...more }: More,
  ): Field<Path> => {
    const { kind = 'text', values, list, isRequired } = entry ?? {};
    const name = path.split('.').at(-1);
    const offered = values?.filter((value) => !without.includes(value));
    const options = list
      ? lists[list].options
      : offered?.map((value) => ({ value, label: enums(`${name}.${value}`) }));
    return {
      path,
      label,
      kind: typedKinds.has(kind) ? (kind as Field['kind']) : list ? 'choice' : 'text',
      ...(options && { options }),
      ...(isRequired && { isRequired }),
      ...(kind === 'phone' && { placeholder: t('phoneExample') }),
      ...more,
    };
  };
  return {
    /** A field of the person. */
    field: <Path extends ContactPath>(path: Path, more: More = {}) => {
      const [name = '', ...rest] = path.split('.');
      const entry = rest.length > 0 ? parts[name]?.[rest.join('.')] : fields[name];
      return made(path, entry, wordOf(path), more);
    },
    /** A field of an item of one of the person's lists. */
    item: <Path extends string>(list: PartsName, path: Path, more: More = {}) =>
      made(path, parts[list]?.[path], t(`parts.${path.replaceAll('.', '_')}`), more),
  };
}

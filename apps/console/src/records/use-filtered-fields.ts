import { countryOptions } from '../countries.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import type { Recorded } from './catalogue.ts';
import { type FilteredField, filteredFields, isOffered, type Options } from './conditions.ts';
import type { Filter } from './filter.ts';
import { useLists } from './use-lists.ts';

/** A field that can be asked for, by its word, with what can be chosen where that is known. */
export type AskedField = FilteredField & { label: string; options: Options | undefined };

/**
 * Returns the fields that a person filters a list by. A field whose values have no words, and an identifier
 * or a choice whose values nothing names, are left out: nobody types them.
 */
export function useFilteredFields(record: Recorded, filters: readonly Filter[]): AskedField[] {
  const t = useWords('fields');
  const enums = useWords('enums');
  const yesNo = useWords('tables');
  const lists = useLists(record === 'contact');
  const optionsOf = ({ name, kind, values, list, filter }: FilteredField): Options | undefined => {
    const menu = filters.find(({ field }) => field === name)?.options;
    if (list) return lists[list as keyof typeof lists].options;
    if (values)
      return values.map((value) => ({
        value,
        label:
          menu?.find((each) => each.value === value)?.label ??
          enums(`${name}.${value}`, { defaultValue: '' }),
      }));
    if (filter === 'boolean')
      return [
        { value: 'true', label: yesNo('where.yes') },
        { value: 'false', label: yesNo('where.no') },
      ];
    if (kind === 'country') return countryOptions(currentLanguage(), 3);
    return menu;
  };
  return filteredFields(record)
    .map((field) => ({
      ...field,
      label: t(`${record}.${field.name}`),
      options: optionsOf(field),
    }))
    .filter(isOffered)
    .sort((a, b) => a.label.localeCompare(b.label));
}

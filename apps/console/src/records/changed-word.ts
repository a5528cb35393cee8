import { useWords } from '../i18n/words.ts';

const records = ['contact', 'household', 'meeting'] as const;

/** Returns the word for a field of any record that was changed, or what is said where there is none. */
export function useChangedWord(): (field: string, otherwise: string) => string {
  const t = useWords('timeline');
  const fields = useWords('fields');
  return (field, otherwise) =>
    records.reduceRight(
      (word, record) => fields(`${record}.${field}`, { defaultValue: word }),
      t(`fields.${field}`, { defaultValue: otherwise }),
    );
}

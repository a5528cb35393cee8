import { useWords } from '../i18n/words.ts';
import type { Field } from './fields.ts';

/** Returns the word for a field of a person. */
export function useFieldLabel(): (field: Field | string) => string {
  const t = useWords('imports');
  const people = useWords('people');
  return (field) => {
    if (field === 'preferredPhoneNumber.phoneNumber') return t('phoneNumber');
    if (field === 'preferredPhoneNumber.phoneCountryCode') return t('phoneCountryCode');
    return (
      t(`fields.${field}`, { defaultValue: '' }) ||
      people(`fields.${field}`, { defaultValue: field })
    );
  };
}

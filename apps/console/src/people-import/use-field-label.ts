import { useWords } from '../i18n/words.ts';
import type { Field } from './fields.ts';

const numbers = new Set(['preferredPhoneNumber.phoneNumber', 'contactPhone.number']);
const codes = new Set(['preferredPhoneNumber.phoneCountryCode', 'contactPhone.countryCode']);

/** Returns the word for a field of a person or a colleague. */
export function useFieldLabel(): (field: Field | string) => string {
  const t = useWords('imports');
  const fields = useWords('fields');
  return (field) => {
    if (numbers.has(field)) return t('phoneNumber');
    if (codes.has(field)) return t('phoneCountryCode');
    return (
      t(`fields.${field}`, { defaultValue: '' }) ||
      fields(`contact.${field}`, { defaultValue: field })
    );
  };
}

import { plainEmail, plainIdentity } from '@atrium/kit/texts/plain-forms.ts';
import type { ListField, PlainForm } from '../lists/fields.ts';

type Listed = { list: Omit<ListField, 'column'> };
type Kind = { form: PlainForm['of']; sql: string; kind: number };

/** Returns how lists compare what identifies a contact: by the number that duplicates are found by. */
const identifying = (key: string, { form, sql, kind }: Kind): Listed => ({
  list: {
    type: 'text',
    plain: {
      of: form,
      sql,
      key: { column: `c.${key}`, made: `duplicate_key(current_tenant(), ${kind}, $)` },
      within: 'c.search_text',
    },
  },
});

const email: Kind = { form: plainEmail, sql: 'plain_email', kind: 1 };

export const asPreferredEmail = identifying('preferred_email_duplicate_key', email);
export const asPrimaryEmail = identifying('primary_email_duplicate_key', email);
export const asIdentity = identifying('identity_duplicate_key', {
  form: plainIdentity,
  sql: 'plain_identity',
  kind: 3,
});

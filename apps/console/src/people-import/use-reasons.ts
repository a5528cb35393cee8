import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { faultText } from '../ui/form.tsx';
import { useFieldLabel } from './use-field-label.ts';

type Errors = AnswerOf<'listRefusedImportRows'>[number]['errors'];

/** Returns how to say why a row is refused: by the names of the file's columns, with what would be taken. */
export function useReasons(): (errors: Errors) => string {
  const t = useWords('imports');
  const labelOf = useFieldLabel();
  return (errors) =>
    errors
      .map((each) => {
        const place = each.column ?? (each.field === 'row' ? '' : labelOf(each.field));
        const isAdviser = each.field === 'contactManagerId' && each.code === 'NOT_ALLOWED';
        const said = isAdviser ? t('noAdviser') : faultText(each);
        const fault = place ? `${place}: ${said}` : said;
        if (isAdviser) return fault;
        // Of a role all words are told: one alone would leave the others to be guessed.
        const example = each.field === 'staffType' ? t('roles') : each.example;
        return example ? `${fault} ${t('forExample', { example })}` : fault;
      })
      .join(' ');
}

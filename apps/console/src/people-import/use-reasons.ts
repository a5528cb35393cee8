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
        const fault = place ? `${place}: ${faultText(each)}` : faultText(each);
        // Of a role all words are told: one alone would leave the others to be guessed.
        const example = each.field === 'staffType' ? t('roles') : each.example;
        return example ? `${fault} ${t('forExample', { example })}` : fault;
      })
      .join(' ');
}

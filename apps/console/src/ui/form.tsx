import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import type { ApiError, FieldError } from '../api.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import classes from './form.module.css';
import { ErrorCard } from './states.tsx';

/** Returns the sentence for a fault of a field: by its code, with the limit that it names, else the server's. */
export function faultText({ code, message }: FieldError): string {
  const t = wordsOf('problems');
  const limit = /\d+/.exec(message)?.[0];
  const limited = limit ? t(`limit.${code}`, { limit, defaultValue: '' }) : '';
  return limited || t(`field.${code}`, { defaultValue: '' }) || message;
}

/** Puts the faults that the server named under their fields: `addresses[0].country` is `addresses.0.country`. */
export function showFaults<V extends object>(form: UseFormReturnType<V>, error: ApiError) {
  const faults = error.errors.map(
    (each) => [each.field.replace(/\[(\d+)\]/g, '.$1'), faultText(each)] as const,
  );
  form.setErrors(Object.fromEntries(faults));
}

type Props = {
  error: ApiError | null;
  /** The word for a field, by its path on the wire; empty for one that has none. */
  labelOf?: (field: string) => string;
};

/** Shows what failed about a form: the named faults, each leading to its field, or a card. The first field takes the focus. */
export function FormError({ error, labelOf }: Props) {
  const t = useWords('common');
  const summary = useRef<HTMLDivElement>(null);
  // A path of the wire is no label for people.
  const nameOf = (field: string) => {
    const label = labelOf?.(field) ?? '';
    return label === '' || label === field ? t('otherField') : label;
  };
  useEffect(() => {
    if (!error) return;
    // The first field that is named and shown, so that it can be put right at once.
    const first = error.errors.map(({ field }) => fieldAt(field)).find((each) => each);
    (first ?? summary.current)?.focus();
  }, [error]);
  if (!error) return null;
  if (error.errors.length === 0)
    return (
      <div ref={summary} tabIndex={-1} className={classes.failure}>
        <ErrorCard error={error} />
      </div>
    );
  return (
    <div
      ref={summary}
      tabIndex={-1}
      role="alert"
      className={`${classes.failure} ${classes.summary}`}
    >
      <p>{t('formFaults', { count: error.errors.length })}</p>
      <ul>
        {error.errors.map((each) => (
          <li key={`${each.field} ${each.code}`}>
            <button type="button" onClick={() => fieldAt(each.field)?.focus()}>
              {nameOf(each.field)}
            </button>
            {': '}
            {faultText(each)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the input of a field that the server named, if it is on the page. */
function fieldAt(field: string): HTMLElement | null {
  const path = field.replace(/\[(\d+)\]/g, '.$1');
  return document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
}

import { valueAt } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import classes from './facts.module.css';
import { type Field, shownValue } from './field.tsx';

/** The fields of a record to read: what is missing says so quietly. */
export function Facts({ fields, record }: { fields: readonly Field[]; record: unknown }) {
  const t = useWords('common');
  return (
    <dl className={classes.facts}>
      {fields.map((field) => {
        const shown = shownValue(field, valueAt(record, field.path));
        return (
          <div key={field.path}>
            <dt>{field.label}</dt>
            <dd data-missing={shown === undefined || undefined}>{shown ?? t('missing')}</dd>
          </div>
        );
      })}
    </dl>
  );
}

import { Select } from '@mantine/core';
import { useWords } from '../i18n/words.ts';
import classes from './imports.module.css';
import type { Checked } from './use-check.ts';
import { useFieldLabel } from './use-field-label.ts';

type Props<F extends string> = {
  found: Checked;
  fields: readonly F[];
  /** Holds the field of each column; null where the column is left out. */
  held: readonly (F | null)[];
  setHeld: (held: (F | null)[]) => void;
};

/** Says what each column of a file holds: a field is held by one column. */
export function ColumnTable<F extends string>({ found, fields, held, setHeld }: Props<F>) {
  const t = useWords('imports');
  const labelOf = useFieldLabel();
  const optionsFor = (own: F | null) =>
    fields
      .filter((field) => field === own || !held.includes(field))
      .map((value) => ({ value: value as string, label: labelOf(value) }));
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('columns')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('example')}</th>
            <th scope="col">{t('holds')}</th>
          </tr>
        </thead>
        <tbody>
          {found.columns.map(({ name: column }, at) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td className={classes.muted}>{found.sample[0]?.values[column]}</td>
              <td>
                <Select
                  aria-label={t('holdsOf', { column })}
                  placeholder={t('leftOut')}
                  data={optionsFor(held[at] ?? null)}
                  value={held[at] ?? null}
                  onChange={(field) =>
                    setHeld(held.map((each, index) => (index === at ? (field as F | null) : each)))
                  }
                  searchable
                  clearable
                  clearButtonProps={{ 'aria-label': t('leaveOut', { column }) }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

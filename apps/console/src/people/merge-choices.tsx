import { Radio } from '@mantine/core';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../records/person-name.ts';
import { showDate } from '../time.ts';
import type { Person } from './edit-section.tsx';
import type { Difference } from './merge-fields.ts';
import classes from './person.module.css';

type Props = {
  person: Person;
  other: Person;
  fields: readonly Difference[];
  /** The keys of the fields that are taken from the other record. */
  taken: ReadonlySet<string>;
  take: (key: string, isTaken: boolean) => void;
};

/** Shows side by side what both records say; of each field one value survives. */
export function MergeChoices({ person, other, fields, taken, take }: Props) {
  const t = useWords('person');
  const cell = ({ key, label, own, others }: Difference, isOther: boolean) => {
    const value = (isOther ? others : own) ?? t('merge.empty');
    const isKept = taken.has(key) === isOther;
    return (
      <td data-kept={isKept || undefined}>
        <Radio
          size="xs"
          name={`merge-${key}`}
          label={value}
          aria-label={t(isOther ? 'merge.takeOther' : 'merge.takeOwn', { label, value })}
          checked={isKept}
          onChange={() => take(key, isOther)}
        />
      </td>
    );
  };
  return (
    <div className={classes.compare}>
      <table>
        <caption className="visually-hidden">{t('merge.compare')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('merge.field')}</th>
            <th scope="col">
              {t('merge.stays')}
              <span className={classes.saidText}>
                {nameOf(person)} · {showDate(person.createdAt)}
              </span>
            </th>
            <th scope="col">
              {t('merge.goes')}
              <span className={classes.saidText}>
                {nameOf(other)} · {showDate(other.createdAt)}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.length === 0 && (
            <tr>
              <td colSpan={3}>{t('merge.same')}</td>
            </tr>
          )}
          {fields.map((field) => (
            <tr key={field.key}>
              <th scope="row">{field.label}</th>
              {cell(field, false)}
              {cell(field, true)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../shell/person.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import type { Head } from './csv.ts';
import { type Field, fields, guess, needed } from './fields.ts';
import classes from './imports.module.css';
import { useFieldLabel } from './use-field-label.ts';

type Props = { head: Head; back: () => void; started: (importUuid: string) => void };

const choices = {
  contactType: ['PROSPECT', 'ACTIVE', 'SUBSCRIBER', 'NON_SUBSCRIBER'],
  contactMeans: ['EMAIL', 'PHONE', 'MESSAGE'],
  preferredContactLanguage: ['SPANISH', 'ENGLISH'],
} as const;
type Default = keyof typeof choices;
const phoneCode = 'preferredPhoneNumber.phoneCountryCode';
const defaultNames = Object.keys(choices) as Default[];

/** Says what each column of the file holds, and what all rows have in common. */
export function MapColumns({ head, back, started }: Props) {
  const t = useWords('imports');
  const enums = useWords('enums');
  const user = usePerson();
  const labelOf = useFieldLabel();
  const write = useWrite('importContacts');
  const [held, setHeld] = useState<(Field | null)[]>(() => {
    const guesses = head.columns.map((column) => guess(column, labelOf) ?? null);
    return guesses.map((field, at) => (field && guesses.indexOf(field) < at ? null : field));
  });
  const [defaults, setDefaults] = useState<Record<Default, string>>({
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
  });
  const [code, setCode] = useState('+56');
  const needsCode = held.includes('preferredPhoneNumber.phoneNumber') && !held.includes(phoneCode);
  const missing = needed.filter((field) => !held.includes(field));
  const optionsFor = (own: Field | null) =>
    fields
      .filter((field) => field === own || !held.includes(field))
      .map((value) => ({ value, label: labelOf(value) }));
  const run = async () => {
    const mapping = Object.fromEntries(
      head.columns.flatMap((column, at) => (held[at] ? [[column, held[at]]] : [])),
    );
    const own = defaultNames.filter((name) => !held.includes(name));
    const common = {
      ...(needsCode ? { [phoneCode]: code.trim() } : {}),
      ...Object.fromEntries(own.map((name) => [name, defaults[name]])),
      contactManagerId: user?.userUuid ?? '',
    };
    const made = await write
      .mutateAsync({
        query: { mapping: JSON.stringify(mapping), defaults: JSON.stringify(common) },
        body: head.text as never,
        headers: { 'content-type': 'text/csv' },
      })
      .catch(() => undefined);
    if (made && 'importUuid' in made) started(made.importUuid);
  };
  return (
    <>
      <FormError error={write.error} labelOf={labelOf} />
      <Section title={t('columns')}>
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
              {head.columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move, and may have one name.
                <tr key={at}>
                  <th scope="row">{column}</th>
                  <td className={classes.muted}>{head.examples[at]}</td>
                  <td>
                    <Select
                      aria-label={t('holdsOf', { column })}
                      placeholder={t('leftOut')}
                      data={optionsFor(held[at] ?? null)}
                      value={held[at] ?? null}
                      onChange={(field) =>
                        setHeld(held.map((each, index) => (index === at ? (field as Field) : each)))
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
      </Section>
      <Section title={t('common')}>
        <div className={classes.defaults}>
          {defaultNames
            .filter((name) => !held.includes(name))
            .map((name) => (
              <Select
                key={name}
                label={labelOf(name)}
                allowDeselect={false}
                data={choices[name].map((value) => ({ value, label: enums(`${name}.${value}`) }))}
                value={defaults[name]}
                onChange={(value) => value && setDefaults({ ...defaults, [name]: value })}
              />
            ))}
          {needsCode && (
            <TextInput
              label={labelOf(phoneCode)}
              inputMode="tel"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
        </div>
      </Section>
      <Group justify="flex-end">
        {missing.length > 0 && (
          <span className={classes.fault}>
            {t('needed', { fields: missing.map(labelOf).join(', ') })}
          </span>
        )}
        <Button variant="default" onClick={back}>
          {t('otherFile')}
        </Button>
        <Button disabled={missing.length > 0} loading={write.isPending} onClick={() => void run()}>
          {t('run')}
        </Button>
      </Group>
    </>
  );
}

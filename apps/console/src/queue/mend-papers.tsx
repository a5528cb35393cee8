import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { FormError } from '../ui/form.tsx';
import { Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PersonLink } from './person-link.tsx';
import classes from './queue.module.css';

/** The missing things that one value mends; the others are lists and belong to the person's page. */
const choices: Record<string, readonly string[]> = {
  gender: ['FEMALE', 'MALE', 'OTHER'],
  maritalStatus: ['SINGLE', 'MARRIED', 'DIVORCED', 'WIDOWED'],
  relatedToPEP: ['YES', 'NO'],
  directorOrTenPercentShareholder: ['YES', 'NO'],
};
const texts: Record<string, 'date' | 'email' | 'text'> = {
  dateOfBirth: 'date',
  primaryEmail: 'email',
  preferredEmail: 'email',
};
const isSimple = (name: string) => name in choices || name in texts;

/** Lists what is missing in a person's record: simple things are filled in here. */
export function MendPapers({ contactUuid }: { contactUuid: string }) {
  const t = useWords('queue');
  const readiness = useRead('getContactReadiness', { path: { contactUuid } });
  return (
    <Read of={readiness}>
      {({ steps }) => {
        const missing = [...new Set(steps.flatMap((step) => step.missing))];
        const others = missing.filter((name) => !isSimple(name));
        return (
          <>
            {missing.some(isSimple) && (
              <SimpleForm contactUuid={contactUuid} names={missing.filter(isSimple)} />
            )}
            {others.length > 0 && (
              <section aria-label={t('othersMissing')}>
                <h3 className={classes.small}>{t('othersMissing')}</h3>
                <ul className={classes.missing}>
                  {others.map((name) => (
                    <li key={name}>{t(`field.${name}`, { defaultValue: t('field.other') })}</li>
                  ))}
                </ul>
              </section>
            )}
            <PersonLink contactUuid={contactUuid} />
          </>
        );
      }}
    </Read>
  );
}

function SimpleForm({ contactUuid, names }: { contactUuid: string; names: readonly string[] }) {
  const t = useWords('queue');
  const [values, setValues] = useState<Record<string, string>>({});
  const write = useWrite('updateContact');
  const set = (name: string, value: string) => setValues({ ...values, [name]: value });
  const labelOf = (name: string) => t(`field.${name}`, { defaultValue: t('field.other') });
  const save = async () => {
    const stated = Object.entries(values).filter(([, value]) => value !== '');
    const body = Object.fromEntries(stated.map(([name, value]) => [name, fromChoice(value)]));
    await write.mutateAsync({ path: { contactUuid }, body });
    setValues({});
    toast({ message: t('saved') });
  };
  const faultOf = (name: string) =>
    write.error?.errors.find(({ field }) => field === name)?.message;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      {names.map((name) =>
        choices[name] ? (
          <Select
            key={name}
            data-path={name}
            label={labelOf(name)}
            data={choices[name].map((value) => ({ value, label: t(`choice.${value}`) }))}
            value={values[name] ?? null}
            error={faultOf(name)}
            onChange={(value) => set(name, value ?? '')}
          />
        ) : texts[name] === 'date' ? (
          <DateField
            key={name}
            data-path={name}
            label={labelOf(name)}
            value={values[name] ?? ''}
            error={faultOf(name)}
            onChange={(value) => set(name, value)}
          />
        ) : (
          <TextInput
            key={name}
            data-path={name}
            type={texts[name] ?? 'text'}
            label={labelOf(name)}
            value={values[name] ?? ''}
            error={faultOf(name)}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ),
      )}
      <FormError error={write.error} labelOf={labelOf} />
      <Button type="submit" disabled={Object.keys(values).length === 0} loading={write.isPending}>
        {t('save')}
      </Button>
    </form>
  );
}

function fromChoice(value: string): string | boolean {
  if (value === 'YES') return true;
  return value === 'NO' ? false : value;
}

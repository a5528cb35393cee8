import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import type { Field } from '../records/field.tsx';
import { FieldsForm } from '../records/record-form.tsx';
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
type Name =
  | 'gender'
  | 'maritalStatus'
  | 'relatedToPEP'
  | 'directorOrTenPercentShareholder'
  | 'dateOfBirth'
  | 'primaryEmail'
  | 'preferredEmail';
const isSimple = (name: string): name is Name => name in choices || name in texts;

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
              <SimpleForm
                key={missing.join()}
                contactUuid={contactUuid}
                names={missing.filter(isSimple)}
              />
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

function SimpleForm({ contactUuid, names }: { contactUuid: string; names: readonly Name[] }) {
  const t = useWords('queue');
  const write = useWrite('updateContact');
  const fields = names.map(
    (path): Field<Name> => ({
      path,
      label: t(`field.${path}`, { defaultValue: t('field.other') }),
      kind: choices[path] ? 'choice' : (texts[path] ?? 'text'),
      options: (choices[path] ?? []).map((value) => ({ value, label: t(`choice.${value}`) })),
    }),
  );
  return (
    <FieldsForm
      fields={fields}
      record={{}}
      send={(stated: Record<string, string>, { headers }) => {
        const body = Object.fromEntries(
          Object.entries(stated).map(([name, value]) => [name, fromChoice(value)]),
        );
        return write.mutateAsync({ path: { contactUuid }, body, headers });
      }}
      saved={() => toast({ message: t('saved') })}
      act={t('save')}
      draft={`papers:${contactUuid}`}
    />
  );
}

function fromChoice(value: string): string | boolean {
  if (value === 'YES') return true;
  return value === 'NO' ? false : value;
}

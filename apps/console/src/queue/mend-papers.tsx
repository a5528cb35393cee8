import type { BodyOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { statedFields, useContactField } from '../records/contact-fields.ts';
import { useFieldWord } from '../records/field-words.ts';
import { FieldsForm } from '../records/record-form.tsx';
import { Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PersonLink } from './person-link.tsx';
import classes from './queue.module.css';

/** Fields that are told together and belong to the person's page, as lists do. */
const together = ['identityType', 'identityId', 'identityCountry'];
const simple = statedFields(together);
const isSimple = (name: string): name is (typeof simple)[number] =>
  simple.some((each) => each === name);

/** Lists what is missing in a person's record: simple things are filled in here. */
export function MendPapers({ contactUuid }: { contactUuid: string }) {
  const t = useWords('queue');
  const wordOf = useFieldWord();
  const readiness = useRead('getContactReadiness', { path: { contactUuid } });
  return (
    <Read of={readiness}>
      {({ steps }) => {
        const missing = [...new Set(steps.flatMap((step) => step.missing))];
        const others = missing.filter((name) => !isSimple(name));
        const title = t(others.length < missing.length ? 'othersMissing' : 'onlyMissing');
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
              <section aria-label={title}>
                <h3 className={classes.small}>{title}</h3>
                <ul className={classes.missing}>
                  {others.map((name) => (
                    <li key={name}>{wordOf(name)}</li>
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

type FormProps = { contactUuid: string; names: readonly (typeof simple)[number][] };

function SimpleForm({ contactUuid, names }: FormProps) {
  const t = useWords('queue');
  const { field } = useContactField();
  const write = useWrite('updateContact');
  return (
    <FieldsForm
      fields={names.map((name) => field(name))}
      record={{}}
      send={(body: BodyOf<'updateContact'>, { headers }) =>
        write.mutateAsync({ path: { contactUuid }, body, headers })
      }
      saved={() => toast({ message: t('saved') })}
      anew={({ version: _, ...contact }) => contact}
      act={t('save')}
      limits="updateContact"
      draft={`papers:${contactUuid}`}
    />
  );
}

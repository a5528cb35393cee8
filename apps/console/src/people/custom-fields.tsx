import { useWords } from '../i18n/words.ts';
import type { Field } from '../records/field.tsx';
import { FieldsForm } from '../records/record-form.tsx';
import { toast } from '../ui/toast.tsx';
import { isTypable, shownCustom, typedCustom, typedFrom } from './custom-values.ts';
import type { Person } from './edit-section.tsx';
import { ItemList } from './item-list.tsx';
import classes from './people.module.css';
import { type CustomField, useCustomFields } from './use-custom-fields.ts';

/** What a firm and its programs keep of a person under names of their own; each is changed by itself. */
export function CustomFields({ person }: { person: Person }) {
  const t = useWords('common');
  const words = useWords('people');
  const change = useCustomFields(person.contactUuid);
  return (
    <ItemList
      title={words('sections.custom')}
      items={Object.entries(person.customFields ?? {}).map(([name, value]) => ({ name, value }))}
      empty={words('custom.none')}
      nameOf={({ name }) => name}
      show={({ name, value }) => (
        <div className={classes.lines}>
          <span className={classes.quiet}>{name}</span>
          <span className={classes.customValue}>
            {value === null ? t('missing') : shownCustom(value)}
          </span>
        </div>
      )}
      change={change}
      isEditable={({ value }) => isTypable(value)}
      form={(from, close) => <OneField from={from} person={person} change={change} close={close} />}
    />
  );
}

type OneProps = {
  from: CustomField | undefined;
  person: Person;
  change: ReturnType<typeof useCustomFields>;
  close: () => void;
};
type Typed = { name?: string; value?: string | boolean | null };

function OneField({ from, person, change, close }: OneProps) {
  const t = useWords('common');
  const words = useWords('people');
  const fields: Field<'name' | 'value'>[] = [
    { path: 'name', label: words('custom.name'), kind: 'text', isRequired: true },
    {
      path: 'value',
      label: words('custom.value'),
      kind: typeof from?.value === 'boolean' ? 'yesNo' : 'long',
    },
  ];
  const shown = { name: from?.name ?? '', value: typedFrom(from?.value) };
  const send = async (typed: Typed) => {
    const { name, value } = { ...shown, ...typed };
    const isKept = from && typed.value === undefined;
    await change(from, { name, value: isKept ? from.value : typedCustom(value, from?.value) });
  };
  return (
    <FieldsForm
      fields={fields}
      record={shown}
      isNew={!from}
      send={send}
      saved={() => {
        close();
        toast({ message: t('saved') });
      }}
      close={close}
      act={t('save')}
      limits="updateContact"
      draft={`person:${person.contactUuid}:custom:${from?.name ?? ''}`}
      pathOf={(field) => (field.startsWith('customFields') ? 'value' : field)}
    />
  );
}

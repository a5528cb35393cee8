import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiError } from '../api.ts';
import { can } from '../can.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import type { Field } from '../records/field.tsx';
import { FieldsForm } from '../records/record-form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ActIcon } from '../ui/saved-at-once.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { isTypable, shownCustom, typedCustom, typedFrom } from './custom-values.ts';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';
import { type CustomField, useCustomFields } from './use-custom-fields.ts';

/** What a firm and its programs keep of a person under names of their own; each is changed by itself. */
export function CustomFields({ person }: { person: Person }) {
  const t = useWords('common');
  const words = useWords('people');
  const user = usePerson();
  const change = useCustomFields(person.contactUuid);
  const [open, setOpen] = useState<{ from?: CustomField }>();
  const [error, setError] = useState<ApiError>();
  const title = words('sections.custom');
  const all = Object.entries(person.customFields ?? {}).map(([name, value]) => ({ name, value }));
  const mayEdit = can('updateContact', user);
  const close = () => setOpen(undefined);
  const remove = async (field: CustomField) => {
    const failed = await change(field, undefined).then(
      () => undefined,
      (failure: ApiError) => failure,
    );
    setError(failed);
    const undo = () => void change(undefined, field).catch(() => undefined);
    if (!failed) toast({ message: t('removed'), undo });
  };
  return (
    <Section
      title={title}
      acts={
        mayEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={t('added', { name: title })}
            onClick={() => setOpen({})}
          >
            {t('add')}
          </Button>
        )
      }
    >
      {error && <ErrorCard error={error} />}
      {all.length === 0 && <p className={classes.quiet}>{words('custom.none')}</p>}
      <ul className={classes.items}>
        {all.map((field) => (
          <li key={field.name} className={classes.item}>
            <div className={classes.lines}>
              <span className={classes.quiet}>{field.name}</span>
              <span className={classes.customValue}>
                {field.value === null ? t('missing') : shownCustom(field.value)}
              </span>
            </div>
            {mayEdit && (
              <span className={classes.itemActs}>
                {isTypable(field.value) && (
                  <ActionIcon
                    variant="subtle"
                    onClick={() => setOpen({ from: field })}
                    aria-label={t('edited', { name: field.name })}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                )}
                <ActIcon
                  variant="subtle"
                  onClick={() => void remove(field)}
                  aria-label={t('removedOne', { name: field.name })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActIcon>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog title={title} isOpen={open !== undefined} close={close}>
        {open && <OneField from={open.from} person={person} change={change} close={close} />}
      </Dialog>
    </Section>
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
      draft={`person:${person.contactUuid}:custom:${from?.name ?? ''}`}
      pathOf={(field) => (field.startsWith('customFields') ? 'value' : field)}
    />
  );
}

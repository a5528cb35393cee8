import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiError } from '../api.ts';
import { can } from '../can.ts';
import { valueAt } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { type Field, shownValue } from '../records/field.tsx';
import { FieldsForm } from '../records/record-form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ActIcon } from '../ui/saved-at-once.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { ItemField, ListName } from './compliance-fields.ts';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';
import { useItems } from './use-items.ts';

type Props<List extends ListName> = {
  title: string;
  person: Person;
  list: List;
  fields: readonly ItemField<List>[];
  /** Says one item in a line or two. */
  say: (item: object) => React.ReactNode;
  empty: string;
};

/** A list within a person's record: documents, addresses, jobs; each item is changed by itself. */
export function ListSection<List extends ListName>(props: Props<List>) {
  const { title, person, list, fields, say, empty } = props;
  const t = useWords('common');
  const user = usePerson();
  const change = useItems(person.contactUuid, list);
  const [open, setOpen] = useState<{ item?: object }>();
  const [error, setError] = useState<ApiError>();
  const items = (person[list] ?? []) as readonly object[];
  const mayEdit = can('updateContact', user);
  const remove = async (item: object) => {
    setError(undefined);
    const failed = await change(item, undefined).then(
      () => undefined,
      (failure: ApiError) => failure,
    );
    setError(failed);
    const undo = () => void change(undefined, item).catch(() => undefined);
    if (!failed) toast({ message: t('removed'), undo });
  };
  const add = mayEdit && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={t('added', { name: title })}
      onClick={() => setOpen({})}
    >
      {t('add')}
    </Button>
  );
  const close = () => setOpen(undefined);
  const name = open?.item ? JSON.stringify(open.item) : 'new';
  return (
    <Section title={title} acts={add}>
      {error && !open && <ErrorCard error={error} />}
      {items.length === 0 && <p className={classes.quiet}>{empty}</p>}
      <ul className={classes.items}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identifier of their own.
          <li key={at} className={classes.item}>
            <div>{say(item)}</div>
            {mayEdit && (
              <span className={classes.itemActs}>
                <ActionIcon
                  variant="subtle"
                  onClick={() => setOpen({ item })}
                  aria-label={t('edited', { name: `${title} ${at + 1}` })}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                {/* The API changes addresses one by one, and removes all of them only. */}
                {list !== 'addresses' && (
                  <ActIcon
                    variant="subtle"
                    onClick={() => void remove(item)}
                    aria-label={t('removedOne', { name: `${title} ${at + 1}` })}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActIcon>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog title={title} isOpen={open !== undefined} close={close} size="lg">
        {open && (
          <FieldsForm
            fields={fields}
            record={open.item}
            isNew={!open.item}
            send={(part: object) => change(open.item, part)}
            saved={() => {
              close();
              toast({ message: t('saved') });
            }}
            close={close}
            act={t('save')}
            draft={`person:${person.contactUuid}:${list}:${name}`}
            pathOf={(field) => field.replace(/^\w+\[\d+\]\./, '')}
          />
        )}
      </Dialog>
    </Section>
  );
}

/** Returns the shown values of fields, one after another, without what is missing. */
export const said = (fields: readonly Field[], item: object, paths: readonly string[]) =>
  paths
    .flatMap((path) => {
      const field = fields.find((each) => each.path === path);
      return (field && shownValue(field, valueAt(item, path))) ?? [];
    })
    .join(' · ');

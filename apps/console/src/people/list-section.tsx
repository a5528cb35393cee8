import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { BodyOf } from '../api.ts';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../shell/person.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type Field, shownValue, valueAt } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import { ActIcon } from '../ui/saved-at-once.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';

type ListName = 'identityDocuments' | 'pepEntries' | 'employmentHistory' | 'addresses';
type Props = {
  title: string;
  person: Person;
  list: ListName;
  fields: readonly Field[];
  /** Says one item in a line or two. */
  say: (item: object) => React.ReactNode;
  empty: string;
  /** Changes the whole list when an item is saved: one address is the primary one. */
  settle?: (items: readonly object[], at: number) => object[];
};

/** A list within a person's record: documents, addresses, jobs. Each save sends the list as a whole. */
export function ListSection({ title, person, list, fields, say, empty, settle }: Props) {
  const t = useWords('common');
  const user = usePerson();
  const write = useWrite('updateContact');
  const [open, setOpen] = useState<number>();
  const items = (person[list] ?? []) as readonly object[];
  const mayEdit = can('updateContact', user);
  const send = (next: readonly object[]) =>
    write.mutateAsync({
      path: { contactUuid: person.contactUuid },
      body: { [list]: next } as BodyOf<'updateContact'>,
    });
  const save = async (wire: Record<string, unknown>, at: number) => {
    const next = [...items];
    next[at] = { ...items[at], ...wire };
    await send(settle ? settle(next, at) : next);
    toast({ message: t('saved') });
  };
  const remove = async (at: number) => {
    const isDone = await send(items.filter((_, index) => index !== at)).then(
      () => true,
      () => false,
    );
    if (isDone) toast({ message: t('removed'), undo: () => void send(items) });
  };
  const add = mayEdit && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={t('added', { name: title })}
      onClick={() => setOpen(items.length)}
    >
      {t('add')}
    </Button>
  );
  return (
    <Section title={title} acts={add}>
      {write.error && open === undefined && <ErrorCard error={write.error} />}
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
                  onClick={() => setOpen(at)}
                  aria-label={t('edited', { name: `${title} ${at + 1}` })}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActIcon
                  variant="subtle"
                  onClick={() => void remove(at)}
                  aria-label={t('removedOne', { name: `${title} ${at + 1}` })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActIcon>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog title={title} isOpen={open !== undefined} close={() => setOpen(undefined)} size="lg">
        {open !== undefined && (
          <RecordForm
            fields={fields}
            record={items[open]}
            save={(wire) => save(wire, open)}
            close={() => setOpen(undefined)}
            act={t('save')}
            pathOf={(field) => field.replace(`${list}[${open}].`, '')}
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

import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../api.ts';
import { can } from '../can.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { ActIcon } from '../ui/act-icon.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './people.module.css';

type Props<Item> = {
  title: string;
  items: readonly Item[];
  empty: string;
  /** Names one item for its buttons; no two have the same name. */
  nameOf: (item: Item, at: number) => string;
  show: (item: Item) => ReactNode;
  /** Returns the form of an item, or of a new one. */
  form: (item: Item | undefined, close: () => void) => ReactNode;
  /** Changes an item; without `to` it is removed, without `from` added. */
  change: (from: Item | undefined, to: Item | undefined) => Promise<void>;
  isEditable?: (item: Item) => boolean;
  isRemovable?: boolean;
  size?: 'lg';
};

/** Items within a person's record: each is added, changed and removed by itself. */
export function ItemList<Item>(props: Props<Item>) {
  const { title, items, empty, nameOf, show, form, change, size } = props;
  const { isEditable = () => true, isRemovable = true } = props;
  const t = useWords('common');
  const user = usePerson();
  const [open, setOpen] = useState<{ item?: Item }>();
  const [error, setError] = useState<ApiError>();
  const mayEdit = can('updateContact', user);
  const close = () => setOpen(undefined);
  const remove = async (item: Item) => {
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
  return (
    <Section title={title} acts={add}>
      {error && !open && <ErrorCard error={error} />}
      {items.length === 0 && <p className={classes.quiet}>{empty}</p>}
      <ul className={classes.items}>
        {items.map((item, at) => (
          <li key={nameOf(item, at)} className={classes.item}>
            {show(item)}
            {mayEdit && (
              <span className={classes.itemActs}>
                {isEditable(item) && (
                  <ActionIcon
                    variant="subtle"
                    onClick={() => setOpen({ item })}
                    aria-label={t('edited', { name: nameOf(item, at) })}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                )}
                {isRemovable && (
                  <ActIcon
                    variant="subtle"
                    onClick={() => void remove(item)}
                    aria-label={t('removedOne', { name: nameOf(item, at) })}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActIcon>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog title={title} isOpen={open !== undefined} close={close} {...(size && { size })}>
        {open && form(open.item, close)}
      </Dialog>
    </Section>
  );
}

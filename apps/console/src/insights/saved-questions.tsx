import { Checkbox, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { isAdministrator } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { ActIcon } from '../ui/act-icon.tsx';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './insights.module.css';
import { askedBy, type Question, questionOf, searchOf, shownBy } from './question.ts';

const nothing = {
  event: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
  grain: undefined,
  zone: undefined,
  group: undefined,
  picture: undefined,
  compare: undefined,
  back: undefined,
};

/** The questions that were kept, own and shared ones, and a way to keep this one. */
export function SavedQuestions() {
  const t = useWords('insights');
  const user = usePerson();
  const [, change] = useSearch<'insights'>();
  const [isOpen, setOpen] = useState(false);
  const views = useRead('listViews', { query: { list: 'INSIGHTS' } }, { staleTime: 60_000 });
  const remove = useWrite('deleteView');
  const create = useWrite('createView');
  const onRemove = async (view: NonNullable<typeof views.data>[number]) => {
    const { viewUuid, name, question, columns, isShared } = view;
    await remove.mutateAsync({ path: { viewUuid } });
    const body = { name, list: 'INSIGHTS' as const, isShared, question, columns };
    toast({
      message: t('saved.removed', { name }),
      undo: () => void create.mutateAsync({ body }),
    });
  };
  return (
    <div className={classes.saved}>
      {views.data?.map((view) => (
        <span key={view.viewUuid} className={classes.savedOne}>
          <button
            type="button"
            className={classes.savedName}
            onClick={() =>
              view.question &&
              change({ ...nothing, ...searchOf(view.question as Question, view.columns) })
            }
          >
            {view.isShared ? (
              <IconUsers size={14} aria-label={t('saved.shared')} />
            ) : (
              <IconBookmark size={14} aria-hidden />
            )}
            {view.name}
          </button>
          {(view.ownerUuid === user?.userUuid || isAdministrator(user)) && (
            <ActIcon
              variant="subtle"
              size="sm"
              aria-label={t('saved.remove', { name: view.name })}
              onClick={() => void onRemove(view).catch(() => undefined)}
            >
              <IconTrash size={14} />
            </ActIcon>
          )}
        </span>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBookmark size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('saved.save')}
      </Button>
      {isOpen && <SaveDialog close={() => setOpen(false)} />}
    </div>
  );
}

function SaveDialog({ close }: { close: () => void }) {
  const t = useWords('insights');
  const [search] = useSearch<'insights'>();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const over = useOver(name !== '')('createView:name', name);
  const create = useWrite('createView');
  const save = async () => {
    if (over) return;
    const asked = askedBy(search);
    const body = {
      name,
      list: 'INSIGHTS' as const,
      isShared,
      question: questionOf(asked),
      columns: shownBy(asked),
    };
    await create.mutateAsync({ body });
    toast({ message: t('saved.kept', { name }) });
    close();
  };
  return (
    <Dialog title={t('saved.save')} isOpen close={close}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save().catch(() => undefined);
        }}
      >
        <TextInput
          label={t('saved.name')}
          error={over}
          data-path="name"
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={t('saved.publish')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <FormError error={create.error} />
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          {t(isShared ? 'saved.publishAct' : 'saved.keepAct')}
        </Button>
      </form>
    </Dialog>
  );
}

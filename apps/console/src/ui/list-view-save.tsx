import { Group, TextInput } from '@mantine/core';
import { IconLock, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../shell/person.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormError } from './form.tsx';
import classes from './list.module.css';
import type { ListState } from './list-state.ts';
import type { View, ViewsOf } from './list-views.tsx';
import { toast } from './toast.tsx';

type Props = { of: ViewsOf; state: ListState; views: readonly View[]; close: () => void };

/** Keeps what the list shows under a name: for oneself or for the team, which are two buttons. */
export default function SaveView({ of, state, views, close }: Props) {
  const t = useWords('tables');
  const user = usePerson();
  const [name, setName] = useState('');
  const create = useWrite('createView');
  const update = useWrite('updateView');
  const typed = name.trim();
  /** Returns the own view of this name that would be replaced. */
  const sameOf = (isShared: boolean) =>
    views.find(
      (each) =>
        each.name === typed && each.isShared === isShared && each.ownerUuid === user?.userUuid,
    );
  const save = async (isShared: boolean) => {
    const { list, conditions } = of;
    const { sort, search } = state;
    const columns = search.columns?.split(',') ?? [];
    const body = { name: typed, list, filters: conditions, sort: [sort], columns, isShared };
    const same = sameOf(isShared);
    const saved = await (same
      ? update.mutateAsync({ path: { viewUuid: same.viewUuid }, body: body as never })
      : create.mutateAsync({ body: body as never })
    ).catch(() => undefined);
    if (!saved) return;
    close();
    toast({ message: t(isShared ? 'views.published' : 'views.kept', { name: typed }) });
  };
  const isRunning = create.isPending || update.isPending;
  return (
    <Dialog title={t('views.save')} isOpen close={close}>
      <form
        className={classes.save}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed) void save(false);
        }}
      >
        <FormError error={create.error ?? update.error} labelOf={() => t('views.name')} />
        <TextInput
          label={t('views.name')}
          data-path="name"
          data-autofocus
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className={classes.quiet}>
          {sameOf(false) || sameOf(true) ? t('views.replaces', { name: typed }) : t('views.means')}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            leftSection={<IconUsers size={16} aria-hidden />}
            disabled={!typed}
            loading={isRunning}
            onClick={() => void save(true)}
          >
            {t('views.publish')}
          </Button>
          <Button
            type="submit"
            leftSection={<IconLock size={16} aria-hidden />}
            disabled={!typed}
            loading={isRunning}
          >
            {t('views.keep')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

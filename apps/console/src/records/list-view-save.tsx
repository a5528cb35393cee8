import { TextInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './list.module.css';
import type { ListState } from './list-state.ts';
import type { View, ViewsOf } from './saved-views.ts';

type Props = { of: ViewsOf; state: ListState; views: readonly View[]; close: () => void };

/** Keeps what the list shows under a name: for oneself or for the team, which are two buttons. */
export default function SaveView({ of, state: list, views, close }: Props) {
  const t = useWords('tables');
  const user = usePerson();
  const create = useWrite('createView');
  const update = useWrite('updateView');
  /** Says which of the two buttons was pressed. */
  const isShared = useRef(false);
  /** Returns the own view of a name that would be replaced. */
  const sameOf = (name: string, isOfTeam: boolean) =>
    views.find(
      (each) =>
        each.name === name.trim() &&
        each.isShared === isOfTeam &&
        each.ownerUuid === user?.userUuid,
    );
  const state = useForm({
    initial: { name: '' },
    draft: `view:${of.list}`,
    limits: 'createView',
    check: ({ name }) => (name.trim() ? {} : { name: wordsOf('common')('required') }),
    send: ({ name }, { headers }) => {
      const { sort, search } = list;
      const body = {
        name: name.trim(),
        list: of.list,
        filters: [...of.conditions],
        sort: [sort],
        columns: search.columns?.split(',') ?? [],
        isShared: isShared.current,
      };
      const same = sameOf(name, isShared.current);
      return same
        ? update.mutateAsync({ path: { viewUuid: same.viewUuid }, body, headers })
        : create.mutateAsync({ body, headers });
    },
    saved: (_, { name }) => {
      close();
      toast({
        message: t(isShared.current ? 'views.published' : 'views.kept', { name: name.trim() }),
      });
    },
  });
  const { form } = state;
  const { name } = form.values;
  return (
    <Dialog title={t('views.save')} isOpen close={close}>
      <Form
        of={state}
        act={t('views.keep')}
        labelOf={() => t('views.name')}
        className={classes.save}
        beside={
          <Button
            variant="default"
            leftSection={<IconUsers size={16} aria-hidden />}
            loading={state.isRunning}
            onClick={() => {
              isShared.current = true;
              void state.submit().finally(() => {
                isShared.current = false;
              });
            }}
          >
            {t('views.publish')}
          </Button>
        }
      >
        <TextInput
          label={t('views.name')}
          data-autofocus
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <p className={classes.quiet}>
          {sameOf(name, false) || sameOf(name, true)
            ? t('views.replaces', { name: name.trim() })
            : t('views.means')}
        </p>
      </Form>
    </Dialog>
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconDots,
  IconEye,
  IconEyeOff,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useActs } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { AuditItem } from '../records/audit-item.tsx';
import { useGo } from '../ui/address.ts';
import { Confirm } from '../ui/dialog.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Household } from './relationships.ts';

/** Shows what is done rarely with a household: to split, merge, put aside or delete it. */
export function HouseholdMenu({ household }: { household: Household }) {
  const t = useWords('households');
  const user = usePerson();
  const go = useGo();
  const update = useWrite('updateHousehold');
  const remove = useWrite('deleteHousehold');
  const restore = useWrite('restoreHousehold');
  const [isDeleting, setDeleting] = useState(false);
  const { householdUuid, name, isActive, memberCount, accountNumbers } = household;
  const path = { householdUuid };
  const setActive = async (next: boolean, isUndo = false) => {
    const saved = await update
      .mutateAsync({ path, body: { isActive: next } })
      .catch(() => undefined);
    if (!saved || isUndo) return;
    toast({
      message: t(next ? 'activated' : 'deactivated', { name }),
      undo: () => void setActive(!next, true),
    });
  };
  const takeAway = async () => {
    const isGone = await remove.mutateAsync({ path }).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
    const undo = () =>
      restore.mutateAsync({ path }).then(
        () => go(pathTo('household', path)),
        () => undefined,
      );
    toast({
      message: t('deleted', { name }),
      ...(can('restoreHousehold', user) ? { undo: () => void undo() } : {}),
    });
    void go(pathTo('households'));
  };
  const error = update.error ?? restore.error;
  const split = () => void go(pathTo('splitHousehold', path));
  const merge = () => void go(pathTo('splitHousehold', path, { act: 'merge' }));
  useActs([
    { label: t('split.menu'), run: split, isOpen: can('splitHousehold', user) },
    { label: t('merge.menu'), run: merge, isOpen: can('mergeHouseholds', user) },
    {
      label: t(isActive ? 'deactivate' : 'activate'),
      run: () => void setActive(!isActive),
      isOpen: can('updateHousehold', user) && !update.isPending,
    },
    { label: t('delete'), run: () => setDeleting(true), isOpen: can('deleteHousehold', user) },
  ]);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('moreActs')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem
            leftSection={<IconArrowsSplit size={16} aria-hidden />}
            disabled={!can('splitHousehold', user)}
            onClick={split}
          >
            {t('split.menu')}
          </MenuItem>
          <MenuItem
            leftSection={<IconArrowMerge size={16} aria-hidden />}
            disabled={!can('mergeHouseholds', user)}
            onClick={merge}
          >
            {t('merge.menu')}
          </MenuItem>
          <Menu.Divider />
          <MenuItem
            leftSection={
              isActive ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />
            }
            disabled={!can('updateHousehold', user)}
            onClick={() => void setActive(!isActive)}
          >
            {isActive ? t('deactivate') : t('activate')}
          </MenuItem>
          <AuditItem entityType="HOUSEHOLD" entityUuid={householdUuid} />
          <MenuItem
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!can('deleteHousehold', user)}
            onClick={() => setDeleting(true)}
          >
            {t('delete')}
          </MenuItem>
        </Menu.Dropdown>
      </Menu>
      {error && <ErrorCard error={error} />}
      <Confirm
        title={t('deleteTitle', { name })}
        isOpen={isDeleting}
        close={() => setDeleting(false)}
        act={t('delete')}
        isDestructive
        isRunning={remove.isPending}
        run={() => void takeAway()}
      >
        {t('deleteText', {
          members: t('memberCount', { count: memberCount }),
          accounts: t('accountCount', { count: accountNumbers.length }),
        })}
        {remove.error && <ErrorCard error={remove.error} />}
      </Confirm>
    </>
  );
}

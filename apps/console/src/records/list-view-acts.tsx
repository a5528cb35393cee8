import { Menu } from '@mantine/core';
import { IconLock, IconTrash, IconUsers } from '@tabler/icons-react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { MenuItem } from '../ui/menu-item.tsx';
import { toast } from '../ui/toast.tsx';
import { conditionsIn, type View } from './saved-views.ts';

/** Offers what its owner and administrators can do with the view that is shown. */
export default function ViewActs({ view, leave }: { view: View; leave: () => void }) {
  const t = useWords('tables');
  const update = useWrite('updateView');
  const remove = useWrite('deleteView');
  const create = useWrite('createView');
  const { viewUuid, name, isShared } = view;
  const path = { viewUuid };
  const failed = () => toast({ message: t('views.failed', { name }), isBad: true });
  const share = (next: boolean) =>
    update.mutateAsync({ path, body: { isShared: next } }).then(() => {
      const message = t(next ? 'views.published' : 'views.kept', { name });
      toast({ message, undo: () => void share(!next) });
    }, failed);
  const takeAway = () =>
    remove.mutateAsync({ path }).then(() => {
      const { list, sort, columns } = view;
      const body = { name, list, filters: conditionsIn(view), sort, columns, isShared };
      const undo = () => void create.mutateAsync({ body }).catch(failed);
      toast({ message: t('views.removed', { name }), undo });
      leave();
    }, failed);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{name}</Menu.Label>
      <MenuItem
        leftSection={
          isShared ? <IconLock size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />
        }
        onClick={() => void share(!isShared)}
      >
        {isShared ? t('views.keep') : t('views.publish')}
      </MenuItem>
      <MenuItem
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void takeAway()}
      >
        {t('views.remove')}
      </MenuItem>
    </>
  );
}

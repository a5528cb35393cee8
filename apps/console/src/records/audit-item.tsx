import { IconHistory } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import { MenuItem } from '../ui/menu-item.tsx';

type Props = { entityType: 'CONTACT' | 'HOUSEHOLD' | 'MEETING'; entityUuid: string };

/** Leads from the menu of a record to its trail: who did what, and who looked. */
export function AuditItem({ entityType, entityUuid }: Props) {
  const t = useWords('common');
  const go = useGo();
  return (
    <MenuItem
      isLocal
      leftSection={<IconHistory size={16} aria-hidden />}
      onClick={() => void go(pathTo('activity', { entityType, entityId: entityUuid }))}
    >
      {t('audit')}
    </MenuItem>
  );
}

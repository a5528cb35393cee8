import { ActionIcon, Menu } from '@mantine/core';
import { IconBuilding, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { showDate, showPercent } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import classes from './household.module.css';
import type { Member } from './relationships.ts';
import { useRelationships } from './use-relationships.ts';

type Row = Omit<Member, 'contact' | 'organisation'>;
type Props = { members: readonly Row[]; menuOf: (memberUuid: string) => ReactNode };

/** The same as the picture, row by row. */
export function MembersTable({ members, menuOf }: Props) {
  const t = useWords('households');
  const { labelOf } = useRelationships();
  const roleOf = ({ relationshipType, sharePercent }: Row) =>
    [labelOf(relationshipType), typeof sharePercent === 'number' && showPercent(sharePercent)]
      .filter(Boolean)
      .join(' · ');
  const columns: Column<Row>[] = [
    { key: 'name', label: t('name'), cell: (row) => <Name member={row} /> },
    { key: 'role', label: t('role'), cell: (row) => roleOf(row) },
    {
      key: 'since',
      label: t('since'),
      cell: (row) => <span className={classes.muted}>{showDate(row.createdAt)}</span>,
    },
    { key: 'acts', label: t('acts'), cell: (row) => <Acts member={row} menuOf={menuOf} /> },
  ];
  return (
    <DataTable
      caption={t('members')}
      columns={columns}
      rows={members}
      keyOf={(row) => row.memberUuid}
      nameOf={(row) => row.displayName}
      card={(row) => (
        <span className={classes.memberCard}>
          <Name member={row} />
          <span className={classes.muted}>{roleOf(row)}</span>
          <Acts member={row} menuOf={menuOf} />
        </span>
      )}
    />
  );
}

function Name({ member }: { member: Row }) {
  const roles = useWords('relationships');
  return (
    <span className={classes.memberName}>
      {member.memberType === 'ORGANISATION' ? (
        <IconBuilding size={20} aria-hidden />
      ) : (
        <Avatar name={member.displayName} size={26} />
      )}
      <PersonChip of={member.contactUuid ? { contactUuid: member.contactUuid } : undefined}>
        {member.displayName}
      </PersonChip>
      {member.isPrimary && (
        <Chip tone="info" isQuiet>
          {roles('primary')}
        </Chip>
      )}
      {member.isDeleted && <Chip isQuiet>{roles('former')}</Chip>}
    </span>
  );
}

function Acts({ member, menuOf }: { member: Row; menuOf: Props['menuOf'] }) {
  const t = useWords('households');
  const items = menuOf(member.memberUuid);
  if (!items) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('member.acts', { name: member.displayName })}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
}

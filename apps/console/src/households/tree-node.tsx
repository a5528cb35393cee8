import { Menu, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconBuilding } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { showPercent } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Party } from './relationships.ts';
import classes from './tree.module.css';
import { useRelationships } from './use-relationships.ts';

type Props = {
  party: Party;
  menu: ((party: Party) => ReactNode) | undefined;
  /** The name beside the picture instead of below it. */
  isRow?: boolean;
};

/** Somebody of a household: initials, name and role; a button with a menu where there are acts. */
export function PartyNode({ party, menu, isRow }: Props) {
  const look = <Face party={party} />;
  const data = {
    className: isRow ? classes.row : classes.node,
    'data-former': party.isFormer || undefined,
    'data-primary': party.isPrimary || undefined,
  };
  const items = menu?.(party);
  if (!items) return <div {...data}>{look}</div>;
  return (
    <Menu position="bottom" withinPortal>
      <Menu.Target>
        <UnstyledButton {...data}>{look}</UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
}

function Face({
  party: { name, relationship, isOrganisation, isPrimary, isExposed, isFormer, ...party },
}: FaceProps) {
  const t = useWords('households');
  const roles = useWords('relationships');
  const { labelOf } = useRelationships();
  const size = isPrimary ? 52 : 44;
  return (
    <>
      <span className={classes.face}>
        {isOrganisation ? (
          <span className={classes.company} style={{ width: size, height: size }} aria-hidden>
            <IconBuilding size={size * 0.5} stroke={1.6} />
          </span>
        ) : (
          <Avatar name={name} size={size} />
        )}
        {isExposed && (
          <span className={classes.flag} title={t('exposure.exposed')}>
            <IconAlertTriangle size={12} aria-hidden />
            <span className="visually-hidden">{t('exposure.exposed')}</span>
          </span>
        )}
      </span>
      <span className={classes.text}>
        <span className={classes.partyName}>{name}</span>
        <span className={classes.role}>
          {[
            isPrimary ? roles('primary') : '',
            isPrimary && (relationship === null || relationship === 'SELF')
              ? ''
              : labelOf(relationship),
            isFormer ? roles('former') : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {typeof party.sharePercent === 'number' && (
          <span className={classes.share}>{showPercent(party.sharePercent)}</span>
        )}
        {party.wealth && <span className={classes.wealth}>{party.wealth}</span>}
      </span>
    </>
  );
}

type FaceProps = Pick<Props, 'party'>;

import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { ReadinessMark } from '../people/readiness-mark.tsx';
import { PersonChip } from '../records/person-chip.tsx';
import { nameOf } from '../records/person-name.ts';
import { showAgo } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { useOnline } from '../ui/online.ts';
import type { Person } from './column-after.ts';
import classes from './pipeline.module.css';
import type { Drag } from './use-drag.ts';

type Props = {
  person: Person;
  stages: readonly { value: string; label: string }[];
  canMove: boolean;
  isRefused: boolean;
  drag: Drag;
  move: (stage: string) => void;
};

/** A person on the board: dragged, or moved by the menu. */
export function PersonCard({ person, stages, canMove, isRefused, drag, move }: Props) {
  const t = useWords('pipeline');
  const name = nameOf(person);
  const isOnline = useOnline();
  const { contactUuid, stageName, readiness, updatedAt } = person;
  return (
    <li
      className={classes.card}
      data-carried={(canMove && isOnline) || undefined}
      data-refused={isRefused || undefined}
      onPointerDown={(event) => drag.begin(event, person)}
      onClickCapture={drag.onClickCapture}
      // A link is carried as its card is.
      onDragStart={(event) => event.preventDefault()}
    >
      <span className={classes.cardTop}>
        <Avatar name={name} size={28} />
        <PersonChip
          of={person}
          href={pathTo('person', { contactUuid })}
          className={classes.cardName}
        >
          {name}
        </PersonChip>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              disabled={!canMove}
              aria-label={t('moveTo', { name })}
            >
              <IconArrowRight size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('moveLabel')}</Menu.Label>
            {stages.map(({ value, label }) => (
              <MenuItem key={value} disabled={value === stageName} onClick={() => move(value)}>
                {label}
              </MenuItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      </span>
      <span className={classes.cardLine}>
        <ReadinessMark readiness={readiness} />
        <span>{showAgo(updatedAt)}</span>
      </span>
    </li>
  );
}

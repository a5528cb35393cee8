import { ActionIcon } from '@mantine/core';
import { IconBuilding, IconX } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { Avatar } from '../ui/avatar.tsx';
import classes from './household.module.css';
import type { Found } from './party-search.tsx';

/** Shows who has been chosen, with a way to choose somebody else. */
export function Chosen({
  party: { name, isOrganisation },
  clear,
}: {
  party: Found;
  clear: () => void;
}) {
  const t = useWords('households');
  return (
    <div className={classes.chosen}>
      {isOrganisation ? <IconBuilding size={20} aria-hidden /> : <Avatar name={name} />}
      <strong>{name}</strong>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('takeAway', { name })}
        onClick={clear}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { loadWords, useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import classes from './shell.module.css';

const Notices = lazyPart(async () => {
  const [sheet] = await Promise.all([import('./notices.tsx'), loadWords(['inbox'])]);
  return sheet;
});

/** The pause between two looks at what is new, in milliseconds. */
const pauseMs = 60_000;

/** Says how much there is that concerns the person and is not read, and opens it. */
export function Bell() {
  const t = useWords('common');
  const user = usePerson();
  const [isOpen, setOpen] = useState(false);
  const isFor = can('getInbox', user);
  const inbox = useRead(
    'getInbox',
    {},
    { enabled: isFor, isBackground: true, every: pauseMs, onReturn: true },
  );
  if (!isFor) return null;
  const unread = inbox.data?.unread ?? 0;
  const label = unread > 0 ? t('notices.some', { count: unread }) : t('notices.title');
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.bell}
          onClick={() => setOpen(true)}
          aria-label={label}
          aria-haspopup="dialog"
        >
          <IconBell size={18} stroke={1.7} aria-hidden />
          {unread > 0 && (
            <span className={classes.bellCount} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </ActionIcon>
      </Tooltip>
      {isOpen && <Notices inbox={inbox} close={() => setOpen(false)} />}
    </>
  );
}

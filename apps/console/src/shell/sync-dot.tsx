import { Tooltip } from '@mantine/core';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { Link } from '../ui/link.tsx';
import { isOpenTo } from './places.ts';
import classes from './shell.module.css';

type Connection = AnswerOf<'getCalendarConnection'>;

/** Shows the state of the person's own calendar as a dot with its word, and leads to it. */
export function SyncDot() {
  const t = useWords('common');
  const user = usePerson();
  const isShown = user !== undefined && isOpenTo('calendarSettings', user);
  const connection = useRead(
    'getCalendarConnection',
    {},
    { enabled: isShown, every: (now) => (now && stateOf(now) === 'waiting' ? 30_000 : false) },
  );
  if (!isShown || !connection.data) return null;
  const state = stateOf(connection.data);
  const label = t(`sync.${state}`, { count: connection.data.waitingOutward });
  return (
    <Tooltip label={label}>
      <Link href={pathTo('calendarSettings')} className={classes.sync} aria-label={label}>
        <span className={classes.syncDot} data-state={state} aria-hidden />
      </Link>
    </Tooltip>
  );
}

/** Returns the worst that is to be said of a calendar. */
function stateOf({ status, suspended, lastError, waitingOutward }: Connection) {
  if (suspended) return 'suspended';
  if (status === 'DISCONNECTED') return 'lost';
  if (status !== 'CONNECTED') return 'none';
  if (lastError) return 'failed';
  return waitingOutward > 0 ? 'waiting' : 'ok';
}

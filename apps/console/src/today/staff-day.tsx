import { isAdministrator } from '../can.ts';
import { useWords } from '../i18n/words.ts';
import { nowHere, showDay } from '../meeting-time.ts';
import type { User } from '../session.ts';
import { today } from '../time.ts';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { ActivityMap } from './activity-map.tsx';
import { Agenda } from './agenda.tsx';
import { FirmState } from './firm-state.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Lead } from './lead.tsx';
import { Numbers } from './numbers.tsx';
import { QueueCard } from './queue-card.tsx';
import { TasksCard } from './tasks-card.tsx';
import classes from './today.module.css';
import { useToday } from './use-today.ts';
import { Waiting } from './waiting.tsx';

/** The day of an adviser, of operations, of an administrator: what matters now stands first. All of it is drawn at once, so that nothing jumps. */
export function StaffDay({ user }: { user: User }) {
  const t = useWords('today');
  const isAdmin = isAdministrator(user);
  const day = useToday();
  const isOperations = isAdmin || day.data?.staffType === 'MANAGER';
  const name = user.displayName.split(' ')[0] ?? '';
  return (
    <Page title={t('title')} lead={t(`greeting.${partOfDay()}`, { name, date: showDay(today()) })}>
      <Read of={day} skeleton={<Lines count={16} height={40} />}>
        {(whole) => (
          <>
            <Lead day={whole} />
            {isAdmin && <FirstSteps />}
            <Agenda user={user} />
            <div className={classes.columns}>
              <Waiting user={user} />
              <TasksCard />
            </div>
            {isOperations && <QueueCard />}
            <Numbers />
            <div className={classes.columns}>
              <ActivityMap />
              {!isOperations && <QueueCard />}
              {isAdmin && <FirmState />}
            </div>
          </>
        )}
      </Read>
    </Page>
  );
}

function partOfDay(): 'morning' | 'afternoon' | 'evening' {
  const { hour } = nowHere();
  if (hour < 12) return 'morning';
  return hour < 20 ? 'afternoon' : 'evening';
}

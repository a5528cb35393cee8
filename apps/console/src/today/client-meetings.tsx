import { IconCalendar } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { shownZone, today } from '../time.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { meetingsOn, showClock, showDay } from './moments.ts';
import classes from './today.module.css';

const days = 90;

/** A client's meetings, the next first. */
export function ClientMeetings() {
  const t = useWords('today');
  const first = today();
  const query = {
    from: first.toString(),
    to: first.add({ days }).toString(),
    timezone: shownZone(),
    status: 'ACTIVE',
  } as const;
  const meetings = useRead('listMeetings', { query });
  return (
    <Page title={t('client.title')} isNarrow>
      <Read of={meetings} skeleton={<Lines count={3} height={60} />}>
        {(answer) => {
          const placed = meetingsOn(answer.meetings, first, days);
          if (placed.length === 0)
            return <Empty icon={<IconCalendar size={30} />} title={t('client.none')} />;
          return (
            <ul className={classes.rows}>
              {placed.map(({ meeting, start, end }) => (
                <li key={meeting.meetingUuid} className={classes.row}>
                  <span className={classes.time}>
                    <span className={classes.day}>{showDay(start.toPlainDate(), true)}</span>
                    {meeting.allDay ? t('agenda.allDay') : `${showClock(start)}–${showClock(end)}`}
                  </span>
                  <span className={classes.what}>
                    <span className={classes.title}>{meeting.title ?? t('agenda.untitled')}</span>
                    <span className={classes.meta}>{meeting.hostName}</span>
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Read>
    </Page>
  );
}

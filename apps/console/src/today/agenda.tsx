import { IconFileText, IconMapPin, IconNotes, IconVideo } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { nowHere, showClock, showDay } from '../meeting-time.ts';
import { PersonalMark } from '../meetings/personal.tsx';
import { pathTo } from '../paths.ts';
import { MeetingName } from '../records/meeting-name.tsx';
import { useToldByClient } from '../records/told-by-client.ts';
import type { User } from '../session.ts';
import { showCity, today } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { DayStrip } from './day-strip.tsx';
import { meetingsOn, type Placed } from './moments.ts';
import classes from './today.module.css';
import { useToday } from './use-today.ts';

const aheadDays = 7;

/** The meetings of the day, each with the way to its brief; of a free day, those of the week ahead. */
export function Agenda({ user }: { user: User }) {
  const t = useWords('today');
  const first = today();
  const day = useToday();
  const calendar = (
    <Link href={pathTo('calendar')} className={classes.more}>
      {t('agenda.calendar')}
    </Link>
  );
  return (
    <Section title={t('agenda.title')} acts={calendar}>
      <Read of={day} skeleton={<Lines count={3} height={40} />}>
        {({ calendar: { meetings } }) => {
          const now = meetingsOn(meetings, first);
          const ahead = meetingsOn(meetings, first.add({ days: 1 }), aheadDays);
          if (now.length > 0)
            return (
              <>
                <DayStrip placed={now.filter(({ meeting }) => !meeting.allDay)} />
                <Rows placed={now} user={user} />
              </>
            );
          return (
            <>
              <p className={classes.quiet}>
                {ahead.length > 0 ? t('agenda.freeDay') : t('agenda.freeWeek')}
              </p>
              <Rows placed={ahead} user={user} hasDay />
            </>
          );
        }}
      </Read>
    </Section>
  );
}

type RowsProps = { placed: readonly Placed[]; user: User; hasDay?: boolean };

function Rows({ placed, user, hasDay = false }: RowsProps) {
  if (placed.length === 0) return null;
  const now = nowHere();
  return (
    <ul className={classes.rows}>
      {placed.map((each) => (
        <Row
          key={each.meeting.meetingUuid}
          placed={each}
          user={user}
          hasDay={hasDay}
          isOver={Temporal.ZonedDateTime.compare(each.end, now) <= 0}
        />
      ))}
    </ul>
  );
}

type RowProps = { placed: Placed; user: User; hasDay: boolean; isOver: boolean };

function Row({ placed: { meeting, start, end }, user, hasDay, isOver }: RowProps) {
  const t = useWords('today');
  const told = useToldByClient();
  const { meetingUuid, hostUuid, hostName, locationType, allDay, isPersonal } = meeting;
  const title = told(meeting);
  const own = start.withTimeZone(meeting.timezone);
  const isElsewhere = own.offset !== start.offset;
  const Where = locationType === 'ONLINE' ? IconVideo : IconMapPin;
  return (
    <li className={classes.row} data-past={isOver || undefined}>
      <span className={classes.time}>
        {hasDay && <span className={classes.day}>{showDay(start.toPlainDate(), true)}</span>}
        {allDay ? t('agenda.allDay') : `${showClock(start)}–${showClock(end)}`}
      </span>
      <span className={classes.what}>
        <Link href={pathTo('meeting', { meetingUuid })} className={classes.title}>
          <MeetingName meeting={meeting} />
        </Link>
        <span className={classes.meta}>
          {isPersonal && <PersonalMark />} <Where size={14} aria-hidden />
          {t(`agenda.where.${locationType}`)}
          {hostUuid !== user.userUuid && ` · ${hostName}`}
          {isElsewhere && !allDay && ` · ${showClock(own)} ${showCity(meeting.timezone)}`}
        </span>
      </span>
      {isOver && meeting.contactCount > 0 && (
        <Button
          component={Link}
          href={pathTo('meeting', { meetingUuid }, { after: '1' })}
          size="xs"
          variant="default"
          leftSection={<IconNotes size={14} aria-hidden />}
          aria-label={t('agenda.afterOf', { title })}
        >
          {t('agenda.after')}
        </Button>
      )}
      {!isPersonal && !isOver && (
        <Button
          component={Link}
          href={pathTo('brief', { meetingUuid })}
          size="xs"
          variant="default"
          leftSection={<IconFileText size={14} aria-hidden />}
          aria-label={t('agenda.briefOf', { title })}
        >
          {t('agenda.brief')}
        </Button>
      )}
    </li>
  );
}

import { IconCalendar, IconFileText, IconMapPin, IconVideo } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useWords } from '../i18n/words.ts';
import { showDay, showWhen } from '../meeting-time.ts';
import { PersonalMark } from '../meetings/personal.tsx';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { MeetingName } from '../records/meeting-name.tsx';
import { useToldByClient } from '../records/told-by-client.ts';
import { today } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import classes from './calendar.module.css';
import { MeetingLink } from './meeting-link.tsx';
import { type Meeting, spannedOf, spannedOn } from './placed.ts';

type Props = {
  days: readonly Temporal.PlainDate[];
  meetings: readonly Meeting[];
  open: (meetingUuid: string) => void;
  create: () => void;
};

/** Meetings one under the other, day by day; days without any are left out. */
export function Agenda({ days, meetings, open, create }: Props) {
  const t = useWords('calendar');
  const spanned = useMemo(() => spannedOf(meetings), [meetings]);
  const filled = days
    .map((day) => ({ day, own: spannedOn(spanned, day) }))
    .filter(({ own }) => own.length > 0);
  if (filled.length === 0)
    return (
      <Empty
        icon={<IconCalendar size={30} />}
        title={t('agenda.none')}
        text={t('agenda.noneText')}
        act={<Button onClick={create}>{t('new')}</Button>}
      />
    );
  return (
    <div className={classes.agenda}>
      {filled.map(({ day, own }) => (
        <section key={day.toString()} aria-label={showDay(day)}>
          <h2 className={classes.agendaDay} data-today={day.equals(today()) || undefined}>
            {day.equals(today()) ? t('agenda.today', { day: showDay(day) }) : showDay(day)}
          </h2>
          <ul>
            {own.map(({ meeting }) => (
              <Row key={meeting.meetingUuid} meeting={meeting} open={open} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ meeting, open }: { meeting: Meeting; open: (meetingUuid: string) => void }) {
  const t = useWords('calendar');
  const words = useWords('meetings');
  const { hours, elsewhere } = showWhen(meeting);
  const user = usePerson();
  const title = useToldByClient()(meeting);
  const Place = meeting.locationType === 'ONLINE' ? IconVideo : IconMapPin;
  return (
    <li className={classes.agendaRow}>
      <MeetingLink meetingUuid={meeting.meetingUuid} open={open} className={classes.agendaMeeting}>
        <span className={classes.agendaTime}>{hours || words('allDay')}</span>
        <span className={classes.agendaText}>
          <strong>
            <MeetingName meeting={meeting} /> {meeting.isPersonal && <PersonalMark />}
          </strong>
          <span className={classes.muted}>
            <Place size={14} aria-hidden />
            {words(`place.${meeting.locationType}`)}
            {elsewhere && ` · ${elsewhere}`}
            {meeting.hostUuid !== user?.userUuid && ` · ${meeting.hostName}`}
          </span>
        </span>
      </MeetingLink>
      {!meeting.isPersonal && (
        <Link
          href={pathTo('brief', { meetingUuid: meeting.meetingUuid })}
          className={classes.toBrief}
          aria-label={t('briefOf', { title })}
        >
          <IconFileText size={18} aria-hidden />
        </Link>
      )}
    </li>
  );
}

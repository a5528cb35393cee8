import { IconCalendar } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { MeetingName } from '../records/meeting-name.tsx';
import { instantOf, showMeetingTime } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Link } from '../ui/link.tsx';
import { useMinute } from '../ui/minute.ts';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './household.module.css';

const size = 5;

/** The latest meetings of any member, those to come first. */
export function Meetings({ householdUuid }: { householdUuid: string }) {
  const t = useWords('households');
  useMinute();
  const meetings = useRead('filterMeetings', {
    body: {
      filters: [{ field: 'householdUuid', operator: 'EQUALS', value: householdUuid }],
      sort: ['startDateTime,desc'],
      size,
    },
  });
  return (
    <Section title={t('meetings')}>
      <Read of={meetings} skeleton={<Lines count={3} />}>
        {({ content }) =>
          content.length === 0 ? (
            <p className={classes.muted}>{t('noMeetings')}</p>
          ) : (
            <ul className={classes.people}>
              {content.map((each) => (
                <li key={each.meetingUuid}>
                  <IconCalendar size={18} aria-hidden />
                  <span className={classes.personText}>
                    <Link href={pathTo('meeting', { meetingUuid: each.meetingUuid })}>
                      <MeetingName meeting={each} />
                    </Link>
                    <span className={classes.muted}>{showMeetingTime(each)}</span>
                    {each.status === 'CANCELED' ? (
                      <Chip tone="bad">{t('canceled')}</Chip>
                    ) : (
                      isAhead(startOf(each)) && <Chip tone="info">{t('ahead')}</Chip>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </Section>
  );
}

/** Returns the instant at which a meeting begins: its times are those of its own zone. */
const startOf = ({ startDateTime, timezone }: { startDateTime: string; timezone: string }) =>
  Temporal.PlainDateTime.from(startDateTime).toZonedDateTime(timezone).toInstant().toString();

const isAhead = (utc: string) =>
  instantOf(utc).epochMilliseconds > Temporal.Now.instant().epochMilliseconds;

import { IconCalendar } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { isOver, type MeetingTimes } from '../meeting-time.ts';
import { pathTo } from '../paths.ts';
import { showMeetingTime } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './people.module.css';
import { meetingsOf, nextMeetingsOf } from './person-parts.ts';

/** A few meetings that a person takes part in: those to come, the next first, then those that are over, the latest first. */
export function PersonMeetings({ contactUuid }: { contactUuid: string }) {
  const t = useWords('people');
  const common = useWords('common');
  const latest = useRead('filterMeetings', meetingsOf(contactUuid));
  const { content: read = [], totalElements = 0 } = latest.data ?? {};
  // With more to come than were read, the next ones are not among the latest.
  const hasMore = totalElements > read.length && !read.some(isOver);
  const next = useRead('filterMeetings', nextMeetingsOf(contactUuid), { enabled: hasMore });
  return (
    <Section title={t('sections.meetings')}>
      <Read of={hasMore ? next : latest} skeleton={<Lines count={2} height={32} />}>
        {({ content }) =>
          content.length === 0 ? (
            <p className={classes.quiet}>{t('person.noMeetings')}</p>
          ) : (
            <ul className={classes.rows}>
              {nextFirst(hasMore ? content.toReversed() : content).map((each) => (
                <li key={each.meetingUuid}>
                  <IconCalendar size={16} aria-hidden />
                  <span>
                    <Link href={pathTo('meeting', { meetingUuid: each.meetingUuid })}>
                      {each.title ?? common('meeting')}
                    </Link>
                    <span className={classes.quiet}>{showMeetingTime(each)}</span>
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

/** Returns meetings that stand latest first with those to come in front, the next one first. */
function nextFirst<M extends MeetingTimes>(latestFirst: readonly M[]): M[] {
  const [over, ahead] = [latestFirst.filter(isOver), latestFirst.filter((each) => !isOver(each))];
  return [...ahead.toReversed(), ...over];
}

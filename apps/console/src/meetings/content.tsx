import { IconCalendar, IconClock, IconLock, IconMapPin, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { isOver, showMinutes, showWhen } from '../meeting-time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { type MeetingDetail, OwnAnswer } from './answer.tsx';
import classes from './meetings.module.css';
import { People } from './people.tsx';
import { PersonalEvent } from './personal.tsx';
import { Sync } from './sync.tsx';
import { UnmatchedAnswers } from './unmatched.tsx';

const isWeb = (text: string | null): text is string => /^https?:\/\//.test(text ?? '');

/** Tells what a meeting to come says nowhere: how to join it online, or the place where people meet. */
function lacksOf(meeting: MeetingDetail): 'noLink' | 'noPlace' | undefined {
  if (meeting.status !== 'ACTIVE' || isOver(meeting)) return undefined;
  if (meeting.locationType === 'ONLINE') return meeting.meetingLink ? undefined : 'noLink';
  return meeting.locationDetail || meeting.isPersonal ? undefined : 'noPlace';
}

/** Shows when and where a meeting is, in two zones when they differ. */
export function WhenAndWhere({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const when = showWhen(meeting);
  const isOnline = meeting.locationType === 'ONLINE';
  const lacks = lacksOf(meeting);
  const isAhead = meeting.status === 'ACTIVE' && !isOver(meeting);
  const place = meeting.locationDetail ?? (isOnline ? meeting.meetingProvider : null);
  return (
    <div className={classes.facts}>
      <Fact icon={<IconCalendar size={18} aria-hidden />}>
        <strong>{when.days}</strong>
      </Fact>
      <Fact icon={<IconClock size={18} aria-hidden />}>
        <strong className="tabular">{when.hours || t('allDay')}</strong>
        {when.elsewhere && <span className={classes.muted}>({when.elsewhere})</span>}
        {!meeting.allDay && (
          <span className={classes.muted}>{showMinutes(meeting.durationMinutes)}</span>
        )}
      </Fact>
      <Fact
        icon={isOnline ? <IconVideo size={18} aria-hidden /> : <IconMapPin size={18} aria-hidden />}
      >
        <span>{t(`place.${meeting.locationType}`)}</span>
        {place && <span>{place}</span>}
        {isOnline && isWeb(meeting.meetingLink) && isAhead && (
          <Button
            component="a"
            size="xs"
            variant="light"
            href={meeting.meetingLink}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('place.join')}
          </Button>
        )}
        {lacks && <span className={classes.noLink}>{t(`place.${lacks}`)}</span>}
        {meeting.meetingPassword && (
          <span className={classes.muted}>
            {t('place.password', { text: meeting.meetingPassword })}
          </span>
        )}
      </Fact>
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      {icon}
      <div className={classes.factText}>{children}</div>
    </div>
  );
}

/** Notes that only the firm's own people read, framed as such. */
export function InternalNotes({ text }: { text: string }) {
  const t = useWords('meetings');
  return (
    <section className={classes.internal} aria-label={t('internal.title')}>
      <p className={classes.internalTitle}>
        <IconLock size={14} aria-hidden />
        {t('internal.title')}
      </p>
      <p className={classes.text}>{text}</p>
    </section>
  );
}

/** A meeting as the page and the drawer show it. */
export function MeetingContent({
  meeting,
  isStacked,
  children,
}: {
  meeting: MeetingDetail;
  isStacked?: boolean;
  /** Stands beside the rest, below how the calendars stand. */
  children?: ReactNode;
}) {
  const t = useWords('meetings');
  return (
    <div className={isStacked ? undefined : classes.columns}>
      <div>
        <Section title={t('sections.when')}>
          <PersonalEvent meeting={meeting} />
          <WhenAndWhere meeting={meeting} />
          <OwnAnswer meeting={meeting} />
        </Section>
        <Section title={t('sections.people', { count: meeting.participants.length })}>
          <People meeting={meeting} />
        </Section>
        <UnmatchedAnswers meeting={meeting} />
        {(meeting.description || meeting.meetingInformation) && (
          <Section title={t('sections.about')}>
            {meeting.description && <p className={classes.text}>{meeting.description}</p>}
            {meeting.meetingInformation && (
              <p className={classes.text}>{meeting.meetingInformation}</p>
            )}
          </Section>
        )}
        {meeting.internalNotes && <InternalNotes text={meeting.internalNotes} />}
      </div>
      <div>
        <Section title={t('sections.sync')}>
          <Sync meeting={meeting} />
        </Section>
        {children}
      </div>
    </div>
  );
}

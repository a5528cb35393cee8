import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { isOver, showWhen } from '../meeting-time.ts';
import { shownZone, today } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './client.module.css';

const days = 365;
/** So many stand there; the others are asked for. */
const few = 5;

/** The meetings that a client had in the last year, the latest first. */
export function PastMeetings() {
  const t = useWords('client');
  const words = useWords('meetings');
  const query = {
    from: today().subtract({ days }).toString(),
    to: today().toString(),
    timezone: shownZone(),
    status: 'ACTIVE',
  } as const;
  const [showsAll, setShowsAll] = useState(false);
  const meetings = useRead('listMeetings', { query });
  return (
    <Section title={t('past.title')}>
      <Read of={meetings} skeleton={<Lines count={3} height={32} />}>
        {({ meetings: all }) => {
          const past = all.filter(isOver).toReversed();
          if (past.length === 0) return <p className={classes.muted}>{t('past.none')}</p>;
          return (
            <>
              <ul className={classes.later}>
                {past.slice(0, showsAll ? undefined : few).map((meeting) => (
                  <li key={meeting.meetingUuid}>
                    <strong>{meeting.title ?? words('untitled')}</strong>
                    <span className={classes.muted}>
                      {showWhen(meeting, true).days} · {meeting.hostName}
                    </span>
                  </li>
                ))}
              </ul>
              {past.length > few && !showsAll && (
                <Button variant="subtle" onClick={() => setShowsAll(true)}>
                  {t('past.all', { count: past.length })}
                </Button>
              )}
            </>
          );
        }}
      </Read>
    </Section>
  );
}

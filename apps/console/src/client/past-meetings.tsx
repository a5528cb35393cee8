import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { isOver, spanOf } from '../meeting-time.ts';
import { showDate, shownZone, today } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './client.module.css';
import { FoldedMeeting } from './folded-meeting.tsx';

const days = 365;
/** So many stand there; the others are asked for. */
const few = 5;

/** The meetings that a client had in the last year, the latest first. */
export function PastMeetings() {
  const t = useWords('client');
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
                    <FoldedMeeting meeting={meeting} when={dayOf(meeting)} />
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

/** The day on which a meeting began, with its year. */
const dayOf = (meeting: Parameters<typeof spanOf>[0]) =>
  showDate(spanOf(meeting)[0].toPlainDate().toString());

import {
  IconCalendarPlus,
  IconCalendarShare,
  IconFileText,
  IconPhone,
  IconVideo,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { showWhen } from '../meeting-time.ts';
import { MoveTo } from '../meetings/move-to.tsx';
import { nameOfParticipant } from '../meetings/people.tsx';
import { useToldByClient } from '../meetings/told-by-client.ts';
import { WordsOfAnswer } from '../meetings/words-of-answer.tsx';
import { pathTo } from '../paths.ts';
import { showList } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import classes from './lead.module.css';
import { callOf, declinedOf, leadOf, type Meeting, useSayWhen } from './lead-of.ts';
import type { TodayAnswer } from './use-today.ts';

/** What matters now, in one sentence with its acts: who will not come, else the meeting that comes next. */
export function Lead({ day }: { day: TodayAnswer }) {
  const t = useWords('today');
  const meeting = leadOf(day);
  useMinutes();
  return (
    <section className={classes.lead} aria-label={t('lead.label')}>
      {meeting ? <Told meeting={meeting} phones={day.phones} /> : <Free />}
    </section>
  );
}

/** Draws the block anew each minute, since it says how much time is left. */
function useMinutes() {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}

function Free() {
  const t = useWords('today');
  return (
    <>
      <p className={classes.sentence}>{t('lead.free')}</p>
      <div className={classes.acts}>
        <Button
          component={Link}
          href={pathTo('newMeeting')}
          size="xs"
          leftSection={<IconCalendarPlus size={14} aria-hidden />}
        >
          {t('lead.new')}
        </Button>
      </div>
    </>
  );
}

type Props = { meeting: Meeting; phones: TodayAnswer['phones'] };

function Told({ meeting, phones }: Props) {
  const t = useWords('today');
  const told = useToldByClient();
  const sayWhen = useSayWhen();
  const refused = declinedOf(meeting);
  const names = showList(refused.map(nameOfParticipant));
  const title = told(meeting);
  const what = names ? t('lead.declined', { count: refused.length, names }) : title;
  const { days, hours } = showWhen(meeting, true);
  const facts = [
    names ? (meeting.title ?? t('agenda.untitled')) : '',
    [days, hours].filter(Boolean).join(', '),
    meeting.locationType === 'ONLINE' && !meeting.meetingLink ? t('lead.noLink') : '',
    meeting.locationDetail ?? '',
  ];
  return (
    <>
      <p className={classes.sentence} data-bad={names ? true : undefined}>
        {t('lead.said', { when: sayWhen(meeting), what })}
      </p>
      <p className={classes.facts}>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {refused.map((each) => (
          <WordsOfAnswer key={each.participantUuid} meeting={meeting} words={each} />
        ))}
      </p>
      <Acts meeting={meeting} phones={phones} isRefused={names !== ''} />
    </>
  );
}

function Acts({ meeting, phones, isRefused }: Props & { isRefused: boolean }) {
  const t = useWords('today');
  const [isMoving, setMoving] = useState(false);
  const call = callOf(meeting, phones);
  const { meetingLink: link, meetingUuid } = meeting;
  const canJoin = !isRefused && /^https?:\/\//.test(link ?? '');
  const icon = { size: 14, 'aria-hidden': true } as const;
  const quiet = (isFirst: boolean) => ({ size: 'xs', variant: isFirst ? 'filled' : 'default' });
  return (
    <div className={classes.acts}>
      {canJoin && link && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          {...quiet(true)}
          leftSection={<IconVideo {...icon} />}
        >
          {t('lead.join')}
        </Button>
      )}
      {meeting.canEdit && (
        <Button
          {...quiet(isRefused)}
          leftSection={<IconCalendarShare {...icon} />}
          onClick={() => setMoving(true)}
        >
          {t('lead.move')}
        </Button>
      )}
      {call && (
        <Button
          component="a"
          href={`tel:${call.number}`}
          {...quiet(false)}
          leftSection={<IconPhone {...icon} />}
          aria-label={t('lead.callNamed', { name: call.name })}
        >
          {t('lead.call')}
        </Button>
      )}
      <Button
        component={Link}
        href={pathTo('brief', { meetingUuid })}
        {...quiet(!isRefused && !canJoin)}
        leftSection={<IconFileText {...icon} />}
      >
        {t('lead.brief')}
      </Button>
      {isMoving && <MoveTo meeting={meeting} isOpen close={() => setMoving(false)} />}
    </div>
  );
}

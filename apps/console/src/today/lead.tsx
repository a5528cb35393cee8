import {
  IconCalendarPlus,
  IconCalendarShare,
  IconFileText,
  IconPhone,
  IconVideo,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { showWhen } from '../meeting-time.ts';
import { MoveTo } from '../meetings/move-to.tsx';
import { nameOfParticipant } from '../meetings/people.tsx';
import { WordsOfAnswer } from '../meetings/words-of-answer.tsx';
import { pathTo } from '../paths.ts';
import { useToldByClient } from '../records/told-by-client.ts';
import { showList } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { useMinute } from '../ui/minute.ts';
import classes from './lead.module.css';
import { callOf, declinedOf, leadOf, type Meeting, useSayWhen } from './lead-of.ts';
import type { TodayAnswer } from './use-today.ts';

/** What matters now, in one sentence with its acts: who will not come, else the meeting that comes next. */
export function Lead({ day }: { day: TodayAnswer }) {
  const t = useWords('today');
  const meeting = leadOf(day);
  // Another meeting may lead before the dialog is done: it stays with the one that it was opened for.
  const [moving, setMoving] = useState<Meeting>();
  const [isMoving, setOpen] = useState(false);
  const move = (one: Meeting) => {
    setMoving(one);
    setOpen(true);
  };
  // The block says how much time is left.
  useMinute();
  return (
    <section className={classes.lead} aria-label={t('lead.label')}>
      {meeting ? <Told meeting={meeting} phones={day.phones} move={move} /> : <Free />}
      {moving && <MoveTo meeting={moving} isOpen={isMoving} close={() => setOpen(false)} />}
    </section>
  );
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

type Props = {
  meeting: Meeting;
  phones: TodayAnswer['phones'];
  move: (meeting: Meeting) => void;
};

function Told({ meeting, phones, move }: Props) {
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
      <div className={classes.facts}>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {refused.map((each) => (
          <WordsOfAnswer key={each.participantUuid} meeting={meeting} words={each} />
        ))}
      </div>
      <Acts meeting={meeting} phones={phones} move={move} isRefused={names !== ''} />
    </>
  );
}

function Acts({ meeting, phones, move, isRefused }: Props & { isRefused: boolean }) {
  const t = useWords('today');
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
          onClick={() => move(meeting)}
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
    </div>
  );
}

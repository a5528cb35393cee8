import { IconCalendarShare, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import type { Words } from '../i18n/keys.ts';
import { useWords } from '../i18n/words.ts';
import { showClock, showDay, spanOf } from '../meeting-time.ts';
import { MoveTo } from '../meetings/move-to.tsx';
import { nameOfParticipant } from '../meetings/people.tsx';
import { WordsOfAnswer } from '../meetings/words-of-answer.tsx';
import { pathTo } from '../paths.ts';
import { MeetingName } from '../records/meeting-name.tsx';
import { PersonChip } from '../records/person-chip.tsx';
import { nameOf } from '../records/person-name.ts';
import { useToldByClient } from '../records/told-by-client.ts';
import type { User } from '../session.ts';
import { showDate, showList, today } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { declinedOf, leadOf, type Meeting } from './lead-of.ts';
import classes from './today.module.css';
import { type TodayAnswer, useToday } from './use-today.ts';

/** Shows who waits for what: answers that are the caller's to give, guests without an answer, people with something urgent. */
export function Waiting({ user }: { user: User }) {
  const t = useWords('today');
  const day = useToday();
  return (
    <Section title={t('waiting.title')}>
      <Read of={day} skeleton={<Lines count={4} height={36} />}>
        {(whole) => {
          const { unanswered, attention } = whole;
          const { content, totalElements } = attention;
          const lead = leadOf(whole)?.meetingUuid;
          // Whoever said no and stands above is not told again.
          const refused = whole.declined.filter(({ meetingUuid }) => meetingUuid !== lead);
          const mine = unanswered.filter((meeting) => ownPlace(meeting, user) !== undefined);
          const silent = unanswered.filter((meeting) => silentOf(meeting, user).length > 0);
          if (refused.length + mine.length + silent.length + content.length === 0)
            return <p className={classes.quiet}>{t('waiting.nobody')}</p>;
          return (
            <ul className={classes.rows}>
              {mine.map((meeting) => (
                <OwnAnswer key={meeting.meetingUuid} meeting={meeting} />
              ))}
              {refused.map((meeting) => (
                <Refused key={`r-${meeting.meetingUuid}`} meeting={meeting} />
              ))}
              {silent.map((meeting) => (
                <Silent key={`s-${meeting.meetingUuid}`} meeting={meeting} user={user} />
              ))}
              {content.map((row) => (
                <li key={row.contactUuid} className={classes.row}>
                  <Avatar name={nameOf(row)} />
                  <span className={classes.what}>
                    <PersonChip
                      of={row}
                      href={pathTo('person', { contactUuid: row.contactUuid })}
                      className={classes.title}
                    >
                      {nameOf(row)}
                    </PersonChip>
                    <span className={classes.meta}>{attentionOf(row, t)}</span>
                  </span>
                  <Chip tone="warn">{t('waiting.attention')}</Chip>
                </li>
              ))}
              {totalElements > content.length && (
                <li className={classes.row}>
                  <Link
                    href={pathTo('people', { readiness: 'ATTENTION', manager: user.userUuid })}
                    className={classes.more}
                  >
                    {t('waiting.all', { count: totalElements })}
                  </Link>
                </li>
              )}
            </ul>
          );
        }}
      </Read>
    </Section>
  );
}

type Attention = TodayAnswer['attention']['content'][number];

/** Returns why somebody's record wants to be seen to. */
function attentionOf(
  { readiness: { missing }, documentExpiresOn: expires }: Attention,
  t: Words<'today'>,
): string {
  if (missing > 0) return t('waiting.missing', { count: missing });
  if (!expires) return t('waiting.check');
  const days = today().until(expires).days;
  return t(days < 0 ? 'waiting.expired' : 'waiting.expires', { date: showDate(expires) });
}

const ownPlace = ({ participants }: Meeting, { userUuid }: User) =>
  participants.find(
    (each) => each.participantEntityUuid === userUuid && each.rsvpStatus === 'UNKNOWN',
  );

const silentOf = ({ participants, hostUuid }: Meeting, { userUuid }: User) =>
  hostUuid === userUuid
    ? participants.filter(
        (each) => each.rsvpStatus === 'UNKNOWN' && each.participantEntityUuid !== userUuid,
      )
    : [];

function whenOf(meeting: Meeting) {
  const [start] = spanOf(meeting);
  return `${showDay(start.toPlainDate(), true)}${meeting.allDay ? '' : `, ${showClock(start)}`}`;
}

function MeetingTitle({ meeting }: { meeting: Meeting }) {
  const title = <MeetingName meeting={meeting} />;
  const { meetingUuid } = meeting;
  return (
    <Link href={pathTo('meeting', { meetingUuid })} className={classes.title}>
      {title}
    </Link>
  );
}

/** A meeting's name beside a sentence that names people: its only client is not named twice. */
function OtherThan({ names, meeting }: { names: readonly string[]; meeting: Meeting }) {
  const { title, contactCount, contactNames } = meeting;
  const isSaid = contactCount === 1 && names.includes(contactNames[0] ?? '');
  return title && isSaid ? title : <MeetingName meeting={meeting} />;
}

/** An invitation that the person has not answered: both answers stand beside it. */
function OwnAnswer({ meeting }: { meeting: Meeting }) {
  const t = useWords('today');
  const when = whenOf(meeting);
  const write = useWrite('answerMeeting');
  const answer = async (status: 'ACCEPTED' | 'DECLINED') => {
    const { meetingUuid } = meeting;
    await write.mutateAsync({ path: { meetingUuid }, body: { status } });
    toast({ message: t(`waiting.said.${status}`, { title: meeting.title ?? '' }) });
  };
  return (
    <li className={classes.row}>
      <Avatar name={meeting.hostName} />
      <span className={classes.what}>
        <MeetingTitle meeting={meeting} />
        <span className={classes.meta}>
          {t('waiting.invites', { name: meeting.hostName, when })}
        </span>
        {write.error && <ErrorCard error={write.error} />}
      </span>
      <span className={classes.acts}>
        <Button
          size="xs"
          loading={write.isPending}
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={() => void answer('ACCEPTED').catch(() => undefined)}
        >
          {t('waiting.accept')}
        </Button>
        <Button
          size="xs"
          variant="default"
          writes
          disabled={write.isPending}
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => void answer('DECLINED').catch(() => undefined)}
        >
          {t('waiting.decline')}
        </Button>
      </span>
    </li>
  );
}

function Refused({ meeting }: { meeting: Meeting }) {
  const t = useWords('today');
  const told = useToldByClient();
  const [isMoving, setMoving] = useState(false);
  const names = declinedOf(meeting).map(nameOfParticipant);
  const { meetingUuid } = meeting;
  return (
    <li className={classes.row}>
      <Avatar name={names[0] ?? ''} />
      <span className={classes.what}>
        <Link href={pathTo('meeting', { meetingUuid })} className={classes.title}>
          {t('waiting.willNot', { count: names.length, names: showList(names) })}
        </Link>
        <span className={classes.meta}>
          <OtherThan names={names} meeting={meeting} /> · {whenOf(meeting)}
        </span>
        <span className={classes.meta}>
          {declinedOf(meeting).map((each) => (
            <WordsOfAnswer key={each.participantUuid} meeting={meeting} words={each} />
          ))}
        </span>
      </span>
      {meeting.canEdit && (
        <Button
          size="xs"
          variant="default"
          writes
          leftSection={<IconCalendarShare size={14} aria-hidden />}
          aria-label={t('waiting.moveOf', { title: told(meeting) })}
          onClick={() => setMoving(true)}
        >
          {t('lead.move')}
        </Button>
      )}
      <MoveTo meeting={meeting} isOpen={isMoving} close={() => setMoving(false)} />
    </li>
  );
}

function Silent({ meeting, user }: { meeting: Meeting; user: User }) {
  const t = useWords('today');
  const when = whenOf(meeting);
  const silent = silentOf(meeting, user);
  const names = silent.slice(0, 2).map(({ name, email }) => name ?? email ?? t('waiting.guest'));
  if (silent.length > 2) names.push(t('waiting.others', { count: silent.length - 2 }));
  return (
    <li className={classes.row}>
      <Avatar name={names[0] ?? ''} />
      <span className={classes.what}>
        <Link
          href={pathTo('meeting', { meetingUuid: meeting.meetingUuid })}
          className={classes.title}
        >
          {t('waiting.silent', { count: silent.length, names: showList(names) })}
        </Link>
        <span className={classes.meta}>
          <OtherThan names={names} meeting={meeting} /> · {when}
        </span>
        <span className={classes.meta}>
          {silent.map((each) => (
            <WordsOfAnswer key={each.participantUuid} meeting={meeting} words={each} />
          ))}
        </span>
      </span>
      <span className={classes.aside}>
        <Chip>{t('waiting.noAnswer')}</Chip>
      </span>
    </li>
  );
}

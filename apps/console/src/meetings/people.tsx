import { Tooltip } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { instantOf, showAgo } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { AnswerPill, type MeetingDetail, type Participant } from './answer.tsx';
import classes from './meetings.module.css';
import { WordsOfAnswer } from './words-of-answer.tsx';

export const nameOfParticipant = ({ name, email }: Participant) => name ?? email ?? '';

/** Shows who is invited, what they answered, and the way to invite each of them once more. */
export function People({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const { hostUuid, participants } = meeting;
  const isHostInvited = participants.some((each) => each.participantEntityUuid === hostUuid);
  return (
    <ul className={classes.people}>
      {!isHostInvited && (
        <li className={classes.who}>
          <Avatar name={meeting.hostName} />
          <span className={classes.whoText}>
            <span className={classes.whoName}>{meeting.hostName}</span>
            <span className={classes.muted}>{t('people.host')}</span>
          </span>
        </li>
      )}
      {meeting.participants.map((each) => (
        <Invited key={each.participantUuid} meeting={meeting} participant={each} />
      ))}
    </ul>
  );
}

function Invited({ meeting, participant }: { meeting: MeetingDetail; participant: Participant }) {
  const t = useWords('meetings');
  const name = nameOfParticipant(participant);
  const { participantType: type, participantEntityUuid: uuid } = participant;
  const isClient = type === 'CONTACT' && uuid !== null;
  return (
    <li className={classes.who}>
      <Avatar name={name} />
      <span className={classes.whoText}>
        <PersonChip
          of={isClient ? { contactUuid: uuid } : undefined}
          href={isClient ? pathTo('person', { contactUuid: uuid }) : undefined}
          className={classes.whoName}
        >
          {name}
        </PersonChip>
        <span className={classes.muted}>
          {[
            uuid === meeting.hostUuid ? t('people.host') : t(`people.types.${type}`),
            participant.email,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <WordsOfAnswer meeting={meeting} words={participant} />
      </span>
      <span className={classes.whoEnd}>
        <AnswerPill status={participant.rsvpStatus} />
        {meeting.canResend && <Resend meeting={meeting} participant={participant} />}
      </span>
    </li>
  );
}

/** The shortest time between two invitations of the same person, as the server keeps it. */
const pauseMs = 5 * 60_000;

/** Returns the minutes until somebody may be invited again; 0 when they may be now. */
function useMinutesLeft(lastSent: string | null): number {
  const left = () =>
    lastSent === null
      ? 0
      : Math.max(
          0,
          instantOf(lastSent).epochMilliseconds +
            pauseMs -
            Temporal.Now.instant().epochMilliseconds,
        );
  const [, tick] = useState(0);
  const isWaiting = left() > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => tick((count) => count + 1), 5_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return Math.ceil(left() / 60_000);
}

function Resend({ meeting, participant }: { meeting: MeetingDetail; participant: Participant }) {
  const t = useWords('meetings');
  const write = useWrite('resendInvitation');
  const { rsvpStatus, email, lastInvitationResentAt } = participant;
  const minutes = useMinutesLeft(lastInvitationResentAt);
  const name = nameOfParticipant(participant);
  const reason =
    rsvpStatus === 'DECLINED'
      ? t('resend.declined')
      : !email
        ? t('resend.noEmail')
        : minutes > 0
          ? t('resend.wait', { count: minutes })
          : '';
  const isAllowed = reason === '' && participant.canResend;
  const shown = minutes > 0 ? t('resend.shortWait', { count: minutes }) : t('resend.act');
  const send = async () => {
    const { meetingUuid } = meeting;
    const { participantUuid } = participant;
    try {
      const sent = await write.mutateAsync({ path: { meetingUuid, participantUuid } });
      toast(
        sent.lastInvitationResentAt
          ? { message: t('resend.done', { name }) }
          : { message: t('resend.skipped', { name }), isBad: true },
      );
    } catch {
      toast({ message: t('resend.failed', { name }), isBad: true });
    }
  };
  const hint =
    reason ||
    (lastInvitationResentAt ? t('resend.last', { ago: showAgo(lastInvitationResentAt) }) : '');
  return (
    <Tooltip label={hint} disabled={!hint}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={[shown, t('resend.one', { name }), reason].filter(Boolean).join('. ')}
        leftSection={<IconSend size={14} aria-hidden />}
        loading={write.isPending}
        // Kept reachable, so that the reason can be read.
        aria-disabled={!isAllowed}
        data-disabled={!isAllowed || undefined}
        onClick={isAllowed ? () => void send() : undefined}
      >
        {shown}
      </Button>
    </Tooltip>
  );
}

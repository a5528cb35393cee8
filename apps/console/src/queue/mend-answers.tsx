import { IconMailForward } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showAgo } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './queue.module.css';

type Participant = AnswerOf<'getMeeting'>['participants'][number];

/** Lists who has not answered an invitation, each to be written to again. */
export function MendAnswers({ meetingUuid }: { meetingUuid: string }) {
  const t = useWords('queue');
  const meeting = useRead('getMeeting', { path: { meetingUuid } });
  return (
    <Read of={meeting}>
      {({ participants }) => (
        <>
          <ul className={classes.list}>
            {participants
              .filter(({ rsvpStatus }) => rsvpStatus === 'UNKNOWN')
              .map((each) => (
                <Silent key={each.participantUuid} meetingUuid={meetingUuid} guest={each} />
              ))}
          </ul>
          <Link href={pathTo('meeting', { meetingUuid })}>{t('openMeeting')}</Link>
        </>
      )}
    </Read>
  );
}

function Silent({ meetingUuid, guest }: { meetingUuid: string; guest: Participant }) {
  const t = useWords('queue');
  const resend = useWrite('resendInvitation');
  const name = guest.name ?? guest.email ?? t('guest');
  const send = async () => {
    const { participantUuid } = guest;
    const answer = await resend.mutateAsync({ path: { meetingUuid, participantUuid } });
    toast({ message: t(answer.lastInvitationResentAt ? 'resent' : 'notResent', { name }) });
  };
  return (
    <li className={classes.line}>
      <Avatar name={name} />
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.text}>
          {guest.lastInvitationResentAt
            ? t('resentAgo', { ago: showAgo(guest.lastInvitationResentAt) })
            : guest.email}
        </span>
        {!guest.canResend && <span className={classes.text}>{t('cannotResend')}</span>}
        {resend.error && <ErrorCard error={resend.error} />}
      </span>
      <Button
        size="xs"
        disabled={!guest.canResend}
        loading={resend.isPending}
        aria-label={t('resendTo', { name })}
        leftSection={<IconMailForward size={14} aria-hidden />}
        onClick={() => void send().catch(() => undefined)}
      >
        {t('resend')}
      </Button>
    </li>
  );
}

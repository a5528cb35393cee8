import { TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showTime } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PersonLink } from './person-link.tsx';
import classes from './queue.module.css';

const languages = ['es', 'en', 'SPANISH', 'ENGLISH'] as const;

type Meeting = AnswerOf<'getMeeting'>;
type Participant = Meeting['participants'][number];

/** The people whose invitation to a meeting was refused: an address from outside is put right here and invited again. */
export function MendInvitation({ meetingUuid }: { meetingUuid: string }) {
  const t = useWords('queue');
  const meeting = useRead('getMeeting', { path: { meetingUuid } });
  return (
    <Read of={meeting}>
      {(read) => (
        <>
          <p>{t('invitationHow')}</p>
          <ul className={classes.list}>
            {read.participants
              .filter(({ lastMail }) => lastMail?.state === 'REFUSED')
              .map((each) => (
                <li key={each.participantUuid} className={classes.refused}>
                  <Who guest={each} />
                  {each.participantType === 'EXTERNAL' && read.canEdit ? (
                    <Readdress meeting={read} guest={each} />
                  ) : (
                    <SendAgain meeting={read} guest={each} />
                  )}
                </li>
              ))}
          </ul>
          <Link href={pathTo('meeting', { meetingUuid })}>{t('openMeeting')}</Link>
        </>
      )}
    </Read>
  );
}

function Who({ guest }: { guest: Participant }) {
  const t = useWords('queue');
  const name = guest.name ?? guest.email ?? t('guest');
  const { participantType, participantEntityUuid: uuid } = guest;
  return (
    <span className={classes.line}>
      <Avatar name={name} />
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.text}>
          {t('refusedAt', { email: guest.email ?? '', time: showTime(guest.lastMail?.at) })}
        </span>
        {participantType === 'CONTACT' && uuid && <PersonLink contactUuid={uuid} />}
      </span>
    </span>
  );
}

/** Invites a guest under another address, in place of the one that was refused. */
function Readdress({ meeting, guest }: { meeting: Meeting; guest: Participant }) {
  const t = useWords('queue');
  const [email, setEmail] = useState(guest.email ?? '');
  const update = useWrite('updateMeeting');
  const fault = useOver(email !== guest.email)('updateMeeting:externalAttendees[].email', email);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const guests = meeting.participants.filter((each) => each.participantType === 'EXTERNAL');
    const externalAttendees = guests.map((each) => ({
      email: each === guest ? email : (each.email ?? ''),
      name: each.name,
      language: languages.find((language) => language === each.language) ?? null,
      countryCode: each.countryCode,
      phone: each.phone,
    }));
    try {
      await update.mutateAsync({
        path: { meetingUuid: meeting.meetingUuid },
        headers: { 'if-match': `"${meeting.version}"` },
        body: { externalAttendees },
      });
      toast({ message: t('resent', { name: guest.name ?? email }) });
    } catch {
      // The card says why.
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      <TextInput
        type="email"
        required
        withAsterisk={false}
        label={t('guestEmail')}
        value={email}
        error={fault}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {update.error && <ErrorCard error={update.error} />}
      <Button
        type="submit"
        loading={update.isPending}
        disabled={email.trim() === '' || email === guest.email || fault !== undefined}
        leftSection={<IconMailForward size={14} aria-hidden />}
      >
        {t('inviteThere')}
      </Button>
    </form>
  );
}

/** Sends the invitation once more, to the address as it is now. */
function SendAgain({ meeting, guest }: { meeting: Meeting; guest: Participant }) {
  const t = useWords('queue');
  const resend = useWrite('resendInvitation');
  const name = guest.name ?? guest.email ?? t('guest');
  const send = async () => {
    const { participantUuid } = guest;
    const { meetingUuid } = meeting;
    const answer = await resend.mutateAsync({ path: { meetingUuid, participantUuid } });
    toast({ message: t(answer.lastInvitationResentAt ? 'resent' : 'notResent', { name }) });
  };
  return (
    <>
      {!guest.canResend && <p className={classes.text}>{t('cannotResend')}</p>}
      {resend.error && <ErrorCard error={resend.error} />}
      <Button
        variant="default"
        disabled={!guest.canResend}
        loading={resend.isPending}
        aria-label={t('resendTo', { name })}
        leftSection={<IconMailForward size={14} aria-hidden />}
        onClick={() => void send().catch(() => undefined)}
      >
        {t('resend')}
      </Button>
    </>
  );
}

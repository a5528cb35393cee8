import { Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './meetings.module.css';

export type MeetingDetail = AnswerOf<'getMeeting'>;
export type Participant = MeetingDetail['participants'][number];
export type Rsvp = Participant['rsvpStatus'];

const tones = { ACCEPTED: 'good', DECLINED: 'bad', UNKNOWN: 'plain' } as const;

/** Shows what somebody answered: an icon and a word. */
export function AnswerPill({ status }: { status: Rsvp }) {
  const t = useWords('meetings');
  return <Chip tone={tones[status]}>{t(`answer.${status}`)}</Chip>;
}

/** The two answers of who is invited; the one that was given is marked, and another may be given. */
export function OwnAnswer({ meeting, isLarge }: { meeting: MeetingDetail; isLarge?: boolean }) {
  const t = useWords('meetings');
  const user = usePerson();
  const write = useWrite('answerMeeting');
  const own = meeting.participants.find((each) => each.participantEntityUuid === user?.userUuid);
  if (!own || meeting.status === 'CANCELED') return null;
  const answer = async (status: 'ACCEPTED' | 'DECLINED') => {
    await write.mutateAsync({ path: { meetingUuid: meeting.meetingUuid }, body: { status } });
    toast({ message: t(`answer.said.${status}`) });
  };
  const button = (status: 'ACCEPTED' | 'DECLINED', Icon: typeof IconCheck) => (
    <Button
      size={isLarge ? 'md' : 'sm'}
      variant={own.rsvpStatus === status ? 'filled' : 'default'}
      aria-pressed={own.rsvpStatus === status}
      leftSection={<Icon size={16} aria-hidden />}
      loading={write.isPending && write.variables?.body?.status === status}
      onClick={() => void answer(status).catch(() => undefined)}
    >
      {t(`answer.act.${status}`)}
    </Button>
  );
  return (
    <div className={classes.ownAnswer}>
      <Group gap={8} grow={isLarge ?? false} role="group" aria-label={t('answer.own')}>
        {button('ACCEPTED', IconCheck)}
        {button('DECLINED', IconX)}
      </Group>
      {write.error && <ErrorCard error={write.error} />}
    </div>
  );
}

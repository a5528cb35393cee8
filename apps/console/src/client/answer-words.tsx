import { SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { momentOf, showWhen } from '../meeting-time.ts';
import type { MeetingDetail } from '../meetings/answer.tsx';
import { WordsOfAnswer } from '../meetings/words-of-answer.tsx';
import { usePerson } from '../person.ts';
import { shownZone } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TimeField } from '../ui/time-field.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './client.module.css';

type Kind = 'note' | 'time';
const answers = ['ACCEPTED', 'DECLINED'] as const;
type Answer = (typeof answers)[number];

/** Takes what a client says besides yes or no, in one telling: an answer with some words to the host, or another time. */
export function AnswerWords({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('client');
  const user = usePerson();
  const [asked, setAsked] = useState<Kind>();
  const own = meeting.participants.find((each) => each.participantEntityUuid === user?.userUuid);
  if (!own || meeting.status === 'CANCELED') return null;
  const status = own.rsvpStatus === 'UNKNOWN' ? undefined : own.rsvpStatus;
  return (
    <div className={classes.words}>
      <WordsOfAnswer meeting={meeting} words={own} />
      <div className={classes.acts}>
        <Button size="sm" px={8} variant="subtle" onClick={() => setAsked('note')}>
          {t('answer.note')}
        </Button>
        <Button size="sm" px={8} variant="subtle" onClick={() => setAsked('time')}>
          {t('answer.time')}
        </Button>
      </div>
      {asked && (
        <SayMore
          kind={asked}
          meeting={meeting}
          status={status}
          note={own.note ?? ''}
          close={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

type Said = { status: Answer | ''; note: string; date: string; start: string };
type Props = {
  kind: Kind;
  meeting: MeetingDetail;
  status: Answer | undefined;
  note: string;
  close: () => void;
};

function SayMore({ kind, meeting, status, note, close }: Props) {
  const t = useWords('client');
  const words = useWords('meetings');
  const write = useWrite('answerMeeting');
  const { meetingUuid, timezone, durationMinutes } = meeting;
  const isTime = kind === 'time';
  const state = useForm<Said, unknown>({
    // Words that stand go on standing beside another time, unless others are written.
    initial: { status: status ?? '', note: isTime ? '' : note, date: '', start: '' },
    draft: `answer:${kind}:${meetingUuid}`,
    limits: 'answerMeeting',
    check: (values) =>
      Object.fromEntries(
        (isTime ? (['date', 'start'] as const) : (['status'] as const)).flatMap((name) =>
          values[name] ? [] : [[name, t('answer.needed')]],
        ),
      ),
    send: ({ status: answer, note: text, date, start }, { headers }) => {
      const written = text.trim();
      const body = isTime
        ? {
            ...(written && { note: written }),
            proposed: [spanAt(date, start, timezone, durationMinutes)],
          }
        : { note: written || null, ...(answer && { status: answer }) };
      return write.mutateAsync({ path: { meetingUuid }, body, headers });
    },
    saved: () => {
      toast({ message: t(`answer.${kind}Sent`) });
      close();
    },
    pathOf: (field) =>
      field.includes('startDateTime') ? 'start' : field.startsWith('proposed') ? 'date' : field,
  });
  const { form } = state;
  const { days, hours } = showWhen(meeting);
  return (
    <Dialog title={t(`answer.${kind}`)} isOpen close={close}>
      <p className={classes.about}>
        <strong>{meeting.title ?? words('untitled')}</strong>
        <span className={classes.muted}>{[days, hours].filter(Boolean).join(', ')}</span>
      </p>
      <Form
        of={state}
        act={t(`answer.send.${kind}`)}
        close={close}
        labelOf={(field) => t(`answer.fields.${field}`, '')}
      >
        {!isTime && (
          <SegmentedControl
            fullWidth
            mb="sm"
            aria-label={words('answer.own')}
            data={answers.map((value) => ({ value, label: words(`answer.act.${value}`) }))}
            {...form.getInputProps('status')}
          />
        )}
        {isTime && (
          <div className={classes.times}>
            <DateField
              label={t('answer.fields.date')}
              required
              withAsterisk={false}
              {...form.getInputProps('date')}
            />
            <TimeField
              label={t('answer.fields.start')}
              required
              withAsterisk={false}
              {...form.getInputProps('start')}
            />
          </div>
        )}
        <Textarea
          label={t('answer.fields.note')}
          autosize
          minRows={2}
          data-path="note"
          {...form.getInputProps('note')}
        />
      </Form>
    </Dialog>
  );
}

/** Returns a time as long as the meeting, by the clock of its zone; what was typed is by the client's own. */
function spanAt(date: string, start: string, zone: string, minutes: number) {
  const from = momentOf(`${date}T${start.slice(0, 5)}`, shownZone()).withTimeZone(zone);
  const local = (at: typeof from) => at.toPlainDateTime().toString({ smallestUnit: 'second' });
  return { startDateTime: local(from), endDateTime: local(from.add({ minutes })) };
}

import { Textarea, TextInput } from '@mantine/core';
import { IconNotes } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api.ts';
import { can } from '../can.ts';
import { refreshAfter } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { isOver } from '../meeting-time.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../shell/person.tsx';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import type { MeetingDetail } from './answer.tsx';
import classes from './form.module.css';

/** Returns the clients of a meeting. */
const clientsOf = ({ participants }: MeetingDetail) =>
  participants.flatMap(({ participantType, participantEntityUuid: uuid }) =>
    participantType === 'CONTACT' && uuid ? [uuid] : [],
  );

/** Asks, once a meeting with clients is over, for what is left to do: note, tasks, next meeting. */
export function AfterMeeting({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const user = usePerson();
  const [search, change] = useSearch();
  const [isOpen, setOpen] = useState(search.after === '1');
  const [client] = clientsOf(meeting);
  if (meeting.status !== 'ACTIVE' || !isOver(meeting) || !client) return null;
  if (!can('createNote', user)) return null;
  const close = () => {
    setOpen(false);
    if (search.after) change({ after: undefined }, { replace: true });
  };
  return (
    <>
      <Button leftSection={<IconNotes size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('after.act')}
      </Button>
      <Sheet title={t('after.title')} isOpen={isOpen} close={close} size="md">
        {isOpen && <AfterForm meeting={meeting} client={client} close={close} />}
      </Sheet>
    </>
  );
}

const rows = [0, 1, 2] as const;
const empty = {
  note: '',
  title0: '',
  title1: '',
  title2: '',
  due0: '',
  due1: '',
  due2: '',
  nextDate: '',
};

type Props = { meeting: MeetingDetail; client: string; close: () => void };

function AfterForm({ meeting, client, close }: Props) {
  const t = useWords('meetings');
  const go = useGo();
  const about = { entityType: 'CONTACT', entityUuid: client } as const;
  const state = useForm({
    initial: empty,
    draft: `after:${meeting.meetingUuid}`,
    send: async (values, { headers }) => {
      // Each part has a key of its own, so that a second try makes nothing twice.
      const keyed = (part: string) => ({
        headers: { 'idempotency-key': `${headers['idempotency-key']}-${part}` },
      });
      const text = values.note.trim();
      if (text)
        await call('createNote', { body: { ...about, text, kind: 'VISIT' }, ...keyed('note') });
      for (const row of rows) {
        const title = values[`title${row}`].trim();
        const dueDate = values[`due${row}`];
        const due = dueDate ? { dueDate } : {};
        const body = { ...about, title, ...due };
        if (title) await call('createTask', { body, ...keyed(`task-${row}`) });
      }
    },
    saved: (_, { nextDate }) => {
      void refreshAfter(['createNote', 'createTask']);
      close();
      toast({ message: t('after.saved') });
      if (nextDate) {
        const contact = clientsOf(meeting).join(',');
        void go(pathTo('newMeeting', { contact, date: nextDate }));
      }
    },
  });
  const { form } = state;
  const { values } = form;
  const isEmpty = Object.entries(values).every(([name, text]) => /^due/.test(name) || !text.trim());
  return (
    <Form
      of={state}
      act={t(values.nextDate ? 'after.saveAndNext' : 'after.save')}
      isDisabled={isEmpty}
      labelOf={() => t('after.title')}
    >
      <Textarea
        label={t('after.note')}
        description={t('after.noteHint')}
        autosize
        minRows={4}
        maxLength={10_000}
        {...form.getInputProps('note')}
      />
      {rows
        .filter((row) => row === 0 || values[`title${row === 2 ? 1 : 0}`] || values[`title${row}`])
        .map((row) => (
          <div key={row} className={classes.times}>
            <TextInput
              label={t('after.task', { number: row + 1 })}
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps(`title${row}`)}
            />
            <DateField label={t('after.due')} {...form.getInputProps(`due${row}`)} />
          </div>
        ))}
      <DateField
        label={t('after.next')}
        description={t('after.nextHint')}
        {...form.getInputProps('nextDate')}
      />
    </Form>
  );
}

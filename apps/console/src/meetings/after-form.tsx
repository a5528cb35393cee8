import { Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { call } from '../api.ts';
import { refreshAfter } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import { DateField } from '../ui/date-field.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './form.module.css';

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

/** The limits of a note and of three tasks. */
const limitsOf = () =>
  ({
    note: 'createNote:text',
    title0: 'createTask:title',
    title1: 'createTask:title',
    title2: 'createTask:title',
  }) as const;

type Props = {
  meetingUuid: string;
  /** The contacts who were there: note and tasks are about the first. */
  clients: readonly string[];
  /** The name of the first. */
  name: string;
  close: () => void;
};

/** Takes a note, up to three tasks and the day of the next meeting in one go. */
export default function AfterForm({ meetingUuid, clients, name, close }: Props) {
  const t = useWords('meetings');
  const go = useGo();
  // The form comes after its sheet has looked for what to focus.
  const note = useRef<HTMLTextAreaElement>(null);
  useEffect(() => note.current?.focus(), []);
  /** Holds what each part said when it was made: a second try makes what is new, and nothing twice. */
  const made = useRef(new Map<string, string>());
  const about = { entityType: 'CONTACT', entityUuid: clients[0] ?? '' } as const;
  const state = useForm({
    initial: empty,
    draft: `after:${meetingUuid}`,
    limits: limitsOf,
    send: async (values, { headers }) => {
      const once = async (
        part: string,
        body: object,
        make: (own: Record<string, string>) => Promise<unknown>,
      ) => {
        const said = JSON.stringify(body);
        if (made.current.get(part) === said) return;
        await make({ 'idempotency-key': `${headers['idempotency-key']}-${part}` });
        made.current.set(part, said);
        void refreshAfter(['createNote', 'createTask']);
      };
      const text = values.note.trim();
      const note = { ...about, text, kind: 'VISIT' } as const;
      if (text) await once('note', note, (own) => call('createNote', { body: note, headers: own }));
      for (const row of rows) {
        const title = values[`title${row}`].trim();
        const dueDate = values[`due${row}`];
        const due = dueDate ? { dueDate } : {};
        const body = { ...about, title, ...due };
        if (title)
          await once(`task-${row}`, body, (own) => call('createTask', { body, headers: own }));
      }
    },
    saved: (_, { nextDate }) => {
      close();
      toast({ message: t('after.saved', { name }) });
      if (nextDate) {
        void go(pathTo('newMeeting', { contact: clients.join(','), date: nextDate }));
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
      className={classes.fields}
    >
      <Textarea
        label={t('after.note')}
        description={t('after.noteHint', { name })}
        ref={note}
        data-autofocus
        autosize
        minRows={4}
        {...form.getInputProps('note')}
      />
      {rows
        .filter((row) => row === 0 || values[`title${row === 2 ? 1 : 0}`] || values[`title${row}`])
        .map((row) => (
          <div key={row} className={classes.times}>
            <TextInput
              label={t('after.task', { number: row + 1 })}
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

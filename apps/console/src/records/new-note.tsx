import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { useFocusAnew } from '../focus-in-place.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { toast } from '../ui/toast.tsx';
import classes from './timeline.module.css';

type Of = { entityType: 'CONTACT' | 'HOUSEHOLD' | 'MEETING'; entityUuid: string };

/** A line for a new note, empty again after each that was kept; it says so where the history is far. */
export function NewNote({ isFar, ...of }: Of & { isFar?: boolean }) {
  const t = useWords('timeline');
  const user = usePerson();
  const [count, setCount] = useState(0);
  const place = useFocusAnew<HTMLDivElement>(count, 'textarea');
  if (!can('createNote', user)) return null;
  return (
    <div ref={place}>
      <NoteLine
        {...of}
        saved={() => {
          setCount(count + 1);
          if (isFar) toast({ message: t('noteAdded') });
        }}
      />
    </div>
  );
}

const noNote = { text: '' };

function NoteLine({ entityType, entityUuid, saved }: Of & { saved: () => void }) {
  const t = useWords('timeline');
  const write = useWrite('createNote');
  const state = useForm({
    initial: noNote,
    draft: `new-note:${entityUuid}`,
    limits: 'createNote',
    send: ({ text }, { headers }) =>
      write.mutateAsync({ body: { entityType, entityUuid, text, kind: 'NOTE' }, headers }),
    saved,
    anew: () => ({ values: noNote }),
  });
  return (
    <Form
      of={state}
      act={t('addNote')}
      isLine
      isDisabled={!state.form.values.text.trim()}
      className={classes.note}
      footerClass={classes.noteAct}
      labelOf={() => t('note')}
    >
      <Textarea
        aria-label={t('note')}
        placeholder={t('note')}
        autosize
        minRows={1}
        maxRows={8}
        {...state.form.getInputProps('text')}
      />
    </Form>
  );
}

import { Textarea } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../shell/person.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import classes from './people.module.css';
import { sittingsOf } from './sittings.ts';
import { TimelineEntry } from './timeline-entry.tsx';

const NoteDialog = lazy(() => import('./note-dialog.tsx'));

type Of = { entityType: 'CONTACT' | 'HOUSEHOLD' | 'MEETING'; entityUuid: string };

/** Everything that happened with a person, a household or a meeting, newest first, and a place to note something. */
export function RecordTimeline({ entityType, entityUuid }: Of) {
  const t = useWords('timeline');
  const user = usePerson();
  const timeline = useTimeline({ entityType, entityUuid });
  const [openNote, setOpenNote] = useState<string>();
  const opener = useRef<HTMLElement>(null);
  const open = (noteUuid: string, button: HTMLElement) => {
    opener.current = button;
    setOpenNote(noteUuid);
  };
  const close = () => {
    setOpenNote(undefined);
    opener.current?.focus();
  };
  return (
    <Section title={t('title')}>
      {can('createNote', user) && <NewNote entityType={entityType} entityUuid={entityUuid} />}
      <Read of={timeline} skeleton={<Lines count={4} height={32} />}>
        {({ pages }) => (
          <ol className={classes.timeline}>
            {sittingsOf(pages.flatMap(({ content }) => content)).map((entry) => (
              <TimelineEntry key={entry.key} entry={entry} open={open} />
            ))}
          </ol>
        )}
      </Read>
      {timeline.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
          writes={false}
        >
          {t('older')}
        </Button>
      )}
      {timeline.isFetchNextPageError && <ErrorCard error={timeline.error} />}
      <Suspense>
        {openNote && <NoteDialog key={openNote} noteUuid={openNote} close={close} />}
      </Suspense>
    </Section>
  );
}

const size = 30;

/** Reads a record's timeline page after page; what changes is read again whole, so that nothing falls between two pages. */
function useTimeline(of: Of) {
  return useInfiniteQuery<
    AnswerOf<'getTimeline'>,
    ApiError,
    { pages: AnswerOf<'getTimeline'>[] },
    ['getTimeline', Of, 'pages'],
    string | null
  >({
    queryKey: ['getTimeline', of, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...of, size, ...(pageParam ? { cursor: pageParam } : {}) };
      return call('getTimeline', { query }, { signal });
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** A line for a new note, a fresh one after each that was kept. */
function NewNote(of: Of) {
  const [count, setCount] = useState(0);
  return <NoteLine key={count} {...of} saved={() => setCount(count + 1)} />;
}

function NoteLine({ entityType, entityUuid, saved }: Of & { saved: () => void }) {
  const t = useWords('timeline');
  const write = useWrite('createNote');
  const state = useForm({
    initial: { text: '' },
    draft: `new-note:${entityUuid}`,
    send: ({ text }, { headers }) =>
      write.mutateAsync({ body: { entityType, entityUuid, text, kind: 'NOTE' }, headers }),
    saved,
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
        maxLength={10_000}
        {...state.form.getInputProps('text')}
      />
    </Form>
  );
}

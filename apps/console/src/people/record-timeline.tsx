import { Textarea } from '@mantine/core';
import { IconActivity, IconCalendar, IconCheckbox, IconNote } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../shell/person.tsx';
import { showAgo, showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, isApiError, Lines, Read } from '../ui/states.tsx';
import classes from './people.module.css';
import { timelineOf } from './person-parts.ts';

const NoteDialog = lazy(() => import('./note-dialog.tsx'));

type Entry = AnswerOf<'getTimeline'>['content'][number];
const icons = { EVENT: IconActivity, NOTE: IconNote, TASK: IconCheckbox, MEETING: IconCalendar };

type Of = { entityType: 'CONTACT' | 'HOUSEHOLD' | 'MEETING'; entityUuid: string };

/** Everything that happened with a person, a household or a meeting, newest first, and a place to note something. */
export function RecordTimeline({ entityType, entityUuid }: Of) {
  const t = useWords('timeline');
  const user = usePerson();
  const { query } = timelineOf({ entityType, entityUuid });
  const timeline = useRead('getTimeline', { query });
  const [older, setOlder] = useState<Entry[]>([]);
  const [openNote, setOpenNote] = useState<string>();
  const opener = useRef<HTMLElement>(null);
  const [cursor, setCursor] = useState<string | null>();
  const next = cursor === undefined ? timeline.data?.nextCursor : cursor;
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const known = timeline.data?.content ?? [];
  const more = async () => {
    if (isRunning) return;
    setRunning(true);
    setError(undefined);
    try {
      const page = await call('getTimeline', {
        query: { ...query, cursor: next ?? undefined } as never,
      });
      // What the first page shows now stays, when newer entries push it off that page.
      setOlder([...(cursor === undefined ? known : older), ...page.content]);
      setCursor(page.nextCursor);
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  };
  const open = (noteUuid: string, button: HTMLElement) => {
    opener.current = button;
    setOpenNote(noteUuid);
  };
  const close = () => {
    setOpenNote(undefined);
    opener.current?.focus();
  };
  // Only the first page is read again by itself.
  const changed = (noteUuid: string, text: string | undefined) =>
    setOlder(
      older.flatMap((entry) => {
        if (entry.kind !== 'NOTE' || entry.entityUuid !== noteUuid) return entry;
        return text === undefined ? [] : { ...entry, title: beginningOf(text) };
      }),
    );
  return (
    <Section title={t('title')}>
      {can('createNote', user) && <NewNote entityType={entityType} entityUuid={entityUuid} />}
      <Read of={timeline} skeleton={<Lines count={4} height={32} />}>
        {({ content }) => (
          <ol className={classes.timeline}>
            {onceEach([...content, ...older]).map((entry) => (
              <TimelineEntry key={keyOf(entry)} entry={entry} open={open} />
            ))}
          </ol>
        )}
      </Read>
      {error && <ErrorCard error={error} />}
      {next && (
        <Button variant="subtle" size="compact-sm" loading={isRunning} onClick={() => void more()}>
          {t('older')}
        </Button>
      )}
      <Suspense>
        {openNote && (
          <NoteDialog key={openNote} noteUuid={openNote} changed={changed} close={close} />
        )}
      </Suspense>
    </Section>
  );
}

const keyOf = ({ at, entityUuid, eventType, kind }: Entry) =>
  `${at} ${entityUuid} ${eventType ?? kind}`;

/** Returns entries without those that came twice; the first of them is the newest told. */
function onceEach(entries: readonly Entry[]): Entry[] {
  const seen = new Map(entries.toReversed().map((entry) => [keyOf(entry), entry]));
  return [...seen.values()].reverse();
}

/** Returns how a note begins, as the timeline says it. */
const beginningOf = (text: string) => text.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';

type EntryProps = { entry: Entry; open: (noteUuid: string, button: HTMLElement) => void };

function TimelineEntry({ entry, open }: EntryProps) {
  const t = useWords('timeline');
  const people = useWords('people');
  const Icon = icons[entry.kind];
  const event = entry.eventType?.replaceAll('.', '_');
  const what =
    entry.kind === 'EVENT'
      ? t(`events.${event}`, { defaultValue: t('other') })
      : t(`kinds.${entry.kind}`);
  const changed = entry.changedFields
    .map((name) => people(`fields.${name}`, { defaultValue: '' }))
    .filter(Boolean);
  return (
    <li>
      <span className={classes.dot}>
        <Icon size={14} aria-hidden />
      </span>
      <div>
        <span>
          <strong>{what}</strong>
          {entry.kind !== 'EVENT' && entry.title && ': '}
          {entry.kind === 'NOTE' ? (
            <button
              type="button"
              className={classes.open}
              aria-label={t('notes.open', { title: entry.title })}
              onClick={({ currentTarget }) => open(entry.entityUuid, currentTarget)}
            >
              {entry.title}
            </button>
          ) : (
            entry.kind !== 'EVENT' && entry.title
          )}
        </span>
        {changed.length > 0 && <span className={classes.quiet}>{changed.join(', ')}</span>}
        <span className={classes.quiet}>
          {[entry.actorName, showAgo(entry.at)].filter(Boolean).join(' · ')}
          <span className="visually-hidden">{showTime(entry.at)}</span>
        </span>
      </div>
    </li>
  );
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

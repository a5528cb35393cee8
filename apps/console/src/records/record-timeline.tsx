import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { NewNote } from './new-note.tsx';
import { timelineOf } from './record-parts.ts';
import { sittingsOf } from './sittings.ts';
import classes from './timeline.module.css';
import { TimelineEntry } from './timeline-entry.tsx';

const NoteDialog = lazyPart(() => import('./note-dialog.tsx'));

type Of = { entityType: 'CONTACT' | 'HOUSEHOLD' | 'MEETING'; entityUuid: string };

/** Everything that happened with a person, a household or a meeting, newest first, and a place to note something, unless that stands elsewhere. */
export function RecordTimeline({
  entityType,
  entityUuid,
  hasNewNote = true,
}: Of & { hasNewNote?: boolean }) {
  const t = useWords('timeline');
  const of = { entityType, entityUuid };
  const timeline = useRead('getTimeline', timelineOf(of));
  const older = useOlder(of, timeline.data?.nextCursor);
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
      {hasNewNote && <NewNote entityType={entityType} entityUuid={entityUuid} />}
      <Read of={timeline} skeleton={<Lines count={4} height={32} />}>
        {({ content }) => (
          <ol className={classes.timeline}>
            {sittingsOf([...content, ...older.entries]).map((entry) => (
              <TimelineEntry key={entry.key} entry={entry} open={open} />
            ))}
          </ol>
        )}
      </Read>
      {older.isThere && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={older.isLoading}
          onClick={older.read}
          writes={false}
        >
          {t('older')}
        </Button>
      )}
      {older.error && <ErrorCard error={older.error} />}
      {openNote && <NoteDialog key={openNote} noteUuid={openNote} close={close} />}
    </Section>
  );
}

/**
 * Reads the pages after the first one, once they are asked for: from where the first page ends now, so that
 * nothing falls between the two when the first is read again.
 */
function useOlder(of: Of, from: string | null | undefined) {
  const [isAsked, setAsked] = useState(false);
  const { query } = timelineOf(of);
  const pages = useInfiniteQuery<AnswerOf<'getTimeline'>, ApiError>({
    queryKey: ['getTimeline', of, from],
    queryFn: ({ pageParam, signal }) =>
      call('getTimeline', { query: { ...query, cursor: String(pageParam) } }, { signal }),
    enabled: isAsked && typeof from === 'string',
    initialPageParam: from,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const isBegun = isAsked && pages.data !== undefined;
  return {
    entries: isBegun ? pages.data.pages.flatMap(({ content }) => content) : [],
    isThere: isBegun ? pages.hasNextPage : typeof from === 'string',
    isLoading: pages.isFetchingNextPage || (isAsked && pages.isPending),
    error: pages.error,
    read: () => (isBegun ? void pages.fetchNextPage() : setAsked(true)),
  };
}

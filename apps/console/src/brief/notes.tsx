import { useQueries } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { showDate, zonedOf } from '../time.ts';
import { Section } from '../ui/page.tsx';
import { Lines } from '../ui/states.tsx';
import classes from './brief.module.css';
import type { RecordOf } from './changes.tsx';

const most = 3;

/** The last notes about these people and their households. */
export function Notes({ records }: { records: readonly RecordOf[] }) {
  const t = useWords('brief');
  const answers = useQueries({
    queries: records.map((each) => {
      const query = { ...each, withMembers: each.entityType === 'HOUSEHOLD', size: most };
      return {
        queryKey: ['listNotes', { query }],
        queryFn: () => call('listNotes', { query }),
        retry: false,
      };
    }),
  });
  const when = (note: { occurredAt: string | null; createdAt: string }) =>
    note.occurredAt ?? note.createdAt;
  const notes = answers
    .flatMap(({ data }) => data?.content ?? [])
    .sort((a, b) => (when(a) < when(b) ? 1 : -1))
    .slice(0, most);
  const isLoading = answers.some(({ isPending }) => isPending);
  return (
    <Section title={t('notes.title')}>
      {answers.some(({ isError }) => isError) && (
        <p className={classes.lost}>{t('lost', { part: t('parts.notes') })}</p>
      )}
      {isLoading && (
        <div aria-busy="true">
          <Lines count={3} />
        </div>
      )}
      {!isLoading && notes.length === 0 && <p className={classes.muted}>{t('notes.none')}</p>}
      {notes.map((note) => (
        <blockquote key={note.noteUuid} className={classes.note}>
          <p className={classes.text}>{note.text}</p>
          <footer className={classes.muted}>
            {note.authorName}, {showDate(zonedOf(when(note)).toPlainDate().toString())}
          </footer>
        </blockquote>
      ))}
    </Section>
  );
}

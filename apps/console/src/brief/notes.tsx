import { useWords } from '../i18n/words.ts';
import { showDate, zonedOf } from '../time.ts';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';

/** The notes before the last one about these people and their households. */
export function Notes({ notes }: Pick<BriefAnswer, 'notes'>) {
  const t = useWords('brief');
  const when = (note: { occurredAt: string | null; createdAt: string }) =>
    note.occurredAt ?? note.createdAt;
  if (notes.length === 0) return null;
  return (
    <Section title={t('notes.title')}>
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

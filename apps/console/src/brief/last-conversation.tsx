import { useWords } from '../i18n/words.ts';
import { showDay, spanOf } from '../meeting-time.ts';
import { pathTo } from '../paths.ts';
import { showDate, zonedOf } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';

type Props = Pick<BriefAnswer, 'before' | 'notes'>;

/** Shows when these people were met the last time, and what was written down of them last. */
export function LastConversation({ before: [met], notes: [note] }: Props) {
  const t = useWords('brief');
  const words = useWords('meetings');
  return (
    <Section title={t('last.title')}>
      {!met && !note && <p className={classes.muted}>{t('last.none')}</p>}
      {met && (
        <p className={classes.met}>
          {showDay(spanOf(met)[0].toPlainDate())} ·{' '}
          <Link href={pathTo('meeting', { meetingUuid: met.meetingUuid })}>
            {met.title ?? words('untitled')}
          </Link>
        </p>
      )}
      {note && (
        <blockquote className={classes.note}>
          <p className={classes.text}>{note.text}</p>
          <footer className={classes.muted}>
            {note.authorName},{' '}
            {showDate(
              zonedOf(note.occurredAt ?? note.createdAt)
                .toPlainDate()
                .toString(),
            )}
          </footer>
        </blockquote>
      )}
    </Section>
  );
}

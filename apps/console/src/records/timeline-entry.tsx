import { IconActivity, IconCalendar, IconCheckbox, IconNote } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showAgo, showTime } from '../time.ts';
import { Link } from '../ui/link.tsx';
import type { Told } from './sittings.ts';
import classes from './timeline.module.css';
import { UndoChange } from './undo-change.tsx';
import { useSentences } from './use-sentences.ts';

const icons = { EVENT: IconActivity, NOTE: IconNote, TASK: IconCheckbox, MEETING: IconCalendar };

type Props = { entry: Told; open: (noteUuid: string, button: HTMLElement) => void };

/** What somebody did, in a sentence; a note, a task or a meeting opens. */
export function TimelineEntry({ entry, open }: Props) {
  const t = useWords('timeline');
  const { sentenceOf, changesOf } = useSentences();
  const Icon = icons[entry.kind];
  const who = entry.actorName ?? t('platform');
  return (
    <li>
      <span className={classes.dot}>
        <Icon size={14} aria-hidden />
      </span>
      <div>
        {entry.kind === 'EVENT' ? (
          <span>{sentenceOf(entry)}</span>
        ) : (
          <span>
            {t(`wrote.${entry.kind}`, { who })} <Thing entry={entry} open={open} />
          </span>
        )}
        {changesOf(entry).map((line) => (
          <span key={line} className={classes.quiet}>
            {line}
          </span>
        ))}
        <span className={classes.quiet} title={showTime(entry.at)}>
          {showAgo(entry.at)}
          <span className="visually-hidden"> {showTime(entry.at)}</span>
          <UndoChange entry={entry} about={sentenceOf(entry)} />
        </span>
      </div>
    </li>
  );
}

/** The note, task or meeting itself, as what opens it. */
function Thing({ entry: { kind, title, entityUuid }, open }: Props) {
  const t = useWords('timeline');
  const name = title || (kind === 'EVENT' ? '' : t(`kinds.${kind}`));
  if (kind === 'MEETING')
    return <Link href={pathTo('meeting', { meetingUuid: entityUuid })}>{name}</Link>;
  if (kind === 'TASK')
    return <Link href={pathTo('tasks', { open: entityUuid, of: 'team' })}>{name}</Link>;
  return (
    <button
      type="button"
      className={classes.open}
      aria-label={t('notes.open', { title: name })}
      onClick={({ currentTarget }) => open(entityUuid, currentTarget)}
    >
      {name}
    </button>
  );
}

import { useWords } from '../i18n/words.ts';
import { spanOf } from '../meeting-time.ts';
import { instantOf, showAgo, showDate } from '../time.ts';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';

type Entry = BriefAnswer['timeline'][number];
type Props = { entries: readonly Entry[]; before: BriefAnswer['before'] };
const most = 8;

/** Lists what happened to these people since they were met the last time, the newest first. */
export function Changes({ entries: all, before }: Props) {
  const t = useWords('brief');
  const [last] = before;
  const since = last ? spanOf(last)[1].toInstant() : undefined;
  const entries = all.filter(({ at, kind }) => {
    const isNew = since === undefined || Temporal.Instant.compare(instantOf(at), since) > 0;
    return isNew && kind !== 'MEETING' && kind !== 'NOTE';
  });
  const title = last
    ? t('changes.since', { date: showDate(last.startDateTime) })
    : t('changes.title');
  return (
    <Section title={title}>
      {entries.length === 0 && <p className={classes.muted}>{t('changes.none')}</p>}
      <ul className={classes.list}>
        {grouped(entries)
          .slice(0, most)
          .map((entry) => (
            <Change key={`${entry.at} ${entry.eventType} ${entry.entityUuid}`} entry={entry} />
          ))}
      </ul>
    </Section>
  );
}

/** Returns what happened to a record once, though it happened several times. */
function grouped(entries: readonly Entry[]): Entry[] {
  const keyOf = ({ kind, eventType, entityUuid }: Entry) => `${kind} ${eventType} ${entityUuid}`;
  return [...Map.groupBy(entries, keyOf).values()].flatMap(([first]) => first ?? []);
}

function Change({ entry }: { entry: Entry }) {
  const t = useWords('brief');
  const what =
    entry.kind === 'TASK'
      ? t('changes.task')
      : t(`changes.event.${(entry.eventType ?? '').replace('.', '_')}`, {
          defaultValue: t('changes.event.other'),
        });
  return (
    <li className={classes.row}>
      <span>
        {what}
        {entry.title && <strong> {entry.title}</strong>}
      </span>
      <time className={classes.muted}>{showAgo(entry.at)}</time>
    </li>
  );
}

import { useQueries } from '@tanstack/react-query';
import type { AnswerOf } from '../api.ts';
import { call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { spanOf } from '../meeting-time.ts';
import { instantOf, showAgo, showDate } from '../time.ts';
import { Section } from '../ui/page.tsx';
import { Lines } from '../ui/states.tsx';
import classes from './brief.module.css';
import type { History } from './use-history.ts';

export type RecordOf = { entityType: 'HOUSEHOLD' | 'CONTACT'; entityUuid: string };
type Entry = AnswerOf<'getTimeline'>['content'][number];
const most = 8;

/** Lists what happened to these people since they were met the last time, the newest first. */
export function Changes({ records, history }: { records: readonly RecordOf[]; history: History }) {
  const t = useWords('brief');
  const timelines = useQueries({
    queries: records.map((query) => ({
      queryKey: ['getTimeline', { query: { ...query, size: 50 } }],
      queryFn: () => call('getTimeline', { query: { ...query, size: 50 } }),
      retry: false,
    })),
  });
  const last = history.data?.content[0];
  const since = last ? spanOf(last)[1].toInstant() : undefined;
  const entries = timelines
    .flatMap(({ data }) => data?.content ?? [])
    .filter(({ at, kind }) => {
      const isNew = since === undefined || Temporal.Instant.compare(instantOf(at), since) > 0;
      return isNew && kind !== 'MEETING' && kind !== 'NOTE';
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  const isLost = timelines.some(({ isError }) => isError);
  const isLoading = timelines.some(({ isPending }) => isPending) || history.isPending;
  const title = last
    ? t('changes.since', { date: showDate(last.startDateTime) })
    : t('changes.title');
  return (
    <Section title={title}>
      {isLoading ? (
        <div aria-busy="true">
          <Lines count={4} />
        </div>
      ) : (
        <>
          {isLost && <p className={classes.lost}>{t('lost', { part: t('parts.changes') })}</p>}
          {!isLost && entries.length === 0 && <p className={classes.muted}>{t('changes.none')}</p>}
          <ul className={classes.list}>
            {grouped(entries)
              .slice(0, most)
              .map((entry) => (
                <Change key={`${entry.at} ${entry.eventType} ${entry.entityUuid}`} entry={entry} />
              ))}
          </ul>
        </>
      )}
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

import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { useChangedWord } from '../records/changed-word.ts';
import { Read } from '../ui/states.tsx';
import classes from './activity.module.css';

type Event = Pick<
  AnswerOf<'listAuditTrail'>['content'][number],
  'eventId' | 'entityType' | 'entityId' | 'occurredAt'
>;
type Change = AnswerOf<'listHistory'>['content'][number];

/** The kinds of record whose values are kept, as the trail names them and as the history does. */
const kinds = {
  CONTACT: 'CONTACT',
  HOUSEHOLD: 'HOUSEHOLD',
  ORGANISATION: 'ORGANISATION',
  MEETING: 'MEETING',
  TASK: 'TASK',
  TENANT_STAFF: 'STAFF',
  STAFF: 'STAFF',
  TENANT: 'TENANT',
} as const;
const mostPages = 20;

/** Shows what an event changed: each field's value before and after. */
export function RecordChanges({ event }: { event: Event }) {
  const t = useWords('activity');
  const labelOf = useChangedWord();
  const changes = useChanges(event);
  if (changes.data?.length === 0) return null;
  return (
    <Read of={changes} skeleton={null}>
      {(rows) => (
        <table className={classes.changes}>
          <caption>{t('kept.changes')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('kept.field')}</th>
              <th scope="col">{t('kept.before')}</th>
              <th scope="col">{t('kept.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.field}>
                <th scope="row">{labelOf(row.field, row.field)}</th>
                <td>{row.isLong ? t('kept.long') : (row.before ?? '—')}</td>
                <td>{row.isLong ? t('kept.long') : (row.after ?? '—')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Read>
  );
}

/** Reads the history of an event's record back to the event. */
function useChanges({ eventId, entityType, entityId, occurredAt }: Event) {
  const kind = kinds[entityType as keyof typeof kinds];
  return useQuery<Change[], ApiError>({
    queryKey: ['listHistory', { eventId }],
    queryFn: async ({ signal }) => {
      if (!kind || !entityId) return [];
      const of = { entityType: kind, entityUuid: entityId, size: 100 };
      let cursor: string | null = '';
      for (let page = 0; page < mostPages && cursor !== null; page++) {
        const query: typeof of & { cursor?: string } = { ...of, ...(cursor && { cursor }) };
        const read: AnswerOf<'listHistory'> = await call('listHistory', { query }, { signal });
        const found = read.content.filter((each) => each.eventId === eventId);
        const isPast = read.content.some(({ at }) => at < occurredAt);
        if (found.length > 0 || isPast) return found;
        cursor = read.nextCursor;
      }
      return [];
    },
    // Values of records that are gone are not read any more: the event stands without them.
    retry: false,
  });
}

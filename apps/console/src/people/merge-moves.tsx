import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showList } from '../time.ts';
import type { Person } from './edit-section.tsx';
import classes from './person.module.css';

/** Counts what hangs on the other record, and moves with it. */
export function MergeMoves({ other }: { other: Person }) {
  const t = useWords('person');
  const { contactUuid } = other;
  const about = { entityType: 'CONTACT' as const, entityUuid: contactUuid, size: 1 };
  const notes = useRead('listNotes', { query: about });
  const tasks = useRead('listTasks', { query: about });
  const meetings = useRead('filterMeetings', {
    body: {
      filters: [{ field: 'participantUuid', operator: 'EQUALS', value: contactUuid }],
      size: 1,
    },
  });
  const counts = {
    addresses: other.addresses.length,
    households: other.householdUuids.length,
    meetings: meetings.data?.totalElements ?? 0,
    notes: notes.data?.totalElements ?? 0,
    tasks: tasks.data?.totalElements ?? 0,
  };
  const isLoading = notes.isPending || tasks.isPending || meetings.isPending;
  const moving = [
    ...Object.entries(counts).flatMap(([kind, count]) =>
      count > 0 ? [t(`counts.${kind}`, { count })] : [],
    ),
    ...(other.credentialsInitializedAt ? [t('merge.login')] : []),
  ];
  return (
    <p aria-busy={isLoading} className={classes.moves}>
      <strong>{t('merge.moves')}</strong>{' '}
      {isLoading ? '…' : moving.length > 0 ? `${showList(moving)}.` : t('merge.nothingMoves')}
    </p>
  );
}

import type { AnswerOf } from '../api.ts';
import { pathTo } from '../paths.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { Link } from '../ui/link.tsx';

type Task = Pick<
  AnswerOf<'listTasks'>['content'][number],
  'entityType' | 'entityUuid' | 'recordName'
>;

/** The record that a task is about, as a link. */
export function TaskRecord({ task: { entityType, entityUuid, recordName } }: { task: Task }) {
  if (!recordName || !entityUuid || !entityType) return null;
  const href = {
    CONTACT: pathTo('person', { contactUuid: entityUuid }),
    HOUSEHOLD: pathTo('household', { householdUuid: entityUuid }),
    MEETING: pathTo('meeting', { meetingUuid: entityUuid }),
  }[entityType];
  return (
    <>
      {entityType === 'CONTACT' ? (
        <PersonChip of={{ contactUuid: entityUuid }} href={href}>
          {recordName}
        </PersonChip>
      ) : href ? (
        <Link href={href}>{recordName}</Link>
      ) : (
        recordName
      )}
      {' · '}
    </>
  );
}

import type { AnswerOf } from '../api.ts';
import { pathTo } from '../paths.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { screens } from '../screens.ts';
import { Link } from '../ui/link.tsx';

type Task = Pick<
  AnswerOf<'listTasks'>['content'][number],
  'entityType' | 'entityUuid' | 'recordName'
>;

/** The record that a task is about, as a link. */
export function TaskRecord({ task: { entityType, entityUuid, recordName } }: { task: Task }) {
  if (!recordName || !entityUuid || !entityType) return null;
  const href = {
    CONTACT: screens.person && pathTo('person', { contactUuid: entityUuid }),
    HOUSEHOLD: screens.household && pathTo('household', { householdUuid: entityUuid }),
    MEETING: screens.meeting && pathTo('meeting', { meetingUuid: entityUuid }),
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

import type { AnswerOf } from '../api.ts';
import { pathTo } from '../paths.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { saysName } from '../records/says-name.ts';
import { Link } from '../ui/link.tsx';

type Task = Pick<
  AnswerOf<'listTasks'>['content'][number],
  'entityType' | 'entityUuid' | 'recordName' | 'title'
>;

/** A task by the record that it is about, as a link, and then its title, which may name the record already. */
export function TaskTitle({ task: { entityType, entityUuid, recordName, title } }: { task: Task }) {
  if (!recordName || !entityUuid || !entityType) return title;
  const href = {
    CONTACT: pathTo('person', { contactUuid: entityUuid }),
    HOUSEHOLD: pathTo('household', { householdUuid: entityUuid }),
    MEETING: pathTo('meeting', { meetingUuid: entityUuid }),
  }[entityType];
  const isSaid = saysName(title, recordName);
  const name = isSaid ? title : recordName;
  return (
    <>
      {entityType === 'CONTACT' ? (
        <PersonChip of={{ contactUuid: entityUuid }} href={href}>
          {name}
        </PersonChip>
      ) : href ? (
        <Link href={href}>{name}</Link>
      ) : (
        name
      )}
      {!isSaid && ` · ${title}`}
    </>
  );
}

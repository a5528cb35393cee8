import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { nameOf } from '../people/person-name.ts';
import { screens } from '../screens.ts';
import { Link } from '../ui/link.tsx';

type Task = Pick<AnswerOf<'listTasks'>['content'][number], 'entityType' | 'entityUuid'>;
const options = { staleTime: 600_000 };

/** Returns the name of the record that a task is about, and where it is shown. */
export function useTaskRecord({ entityType, entityUuid }: Task): { name: string; href?: string } {
  const t = useWords('today');
  const uuid = entityUuid ?? '';
  const is = (type: string) => ({ ...options, enabled: entityType === type && uuid !== '' });
  const contact = useRead('getContact', { path: { contactUuid: uuid } }, is('CONTACT'));
  const household = useRead('getHousehold', { path: { householdUuid: uuid } }, is('HOUSEHOLD'));
  const meeting = useRead('getMeeting', { path: { meetingUuid: uuid } }, is('MEETING'));
  if (contact.data)
    return withHref(
      nameOf(contact.data),
      screens.person && pathTo('person', { contactUuid: uuid }),
    );
  if (household.data)
    return withHref(
      household.data.name,
      screens.household && pathTo('household', { householdUuid: uuid }),
    );
  if (meeting.data)
    return withHref(
      meeting.data.title ?? t('agenda.untitled'),
      screens.meeting && pathTo('meeting', { meetingUuid: uuid }),
    );
  return { name: '' };
}

const withHref = (name: string, href: string | undefined) => (href ? { name, href } : { name });

/** The record that a task is about, as a link. */
export function TaskRecord({ task }: { task: Task }) {
  const { name, href } = useTaskRecord(task);
  if (!name) return null;
  return (
    <>
      {href ? <Link href={href}>{name}</Link> : name}
      {' · '}
    </>
  );
}

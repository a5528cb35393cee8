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
  // Asked for as lists: a record that is gone or foreign is no failure then.
  const one = (field: string) => ({
    body: { filters: [{ field, operator: 'EQUALS', value: uuid }], size: 1 },
  });
  const contact = useRead('filterContacts', one('contactUuid'), is('CONTACT')).data?.content[0];
  const household = useRead('filterHouseholds', one('householdUuid'), is('HOUSEHOLD')).data
    ?.content[0];
  const meeting = useRead('filterMeetings', one('meetingUuid'), is('MEETING')).data?.content[0];
  if (contact)
    return withHref(nameOf(contact), screens.person && pathTo('person', { contactUuid: uuid }));
  if (household)
    return withHref(
      household.name,
      screens.household && pathTo('household', { householdUuid: uuid }),
    );
  if (meeting)
    return withHref(
      meeting.title ?? t('agenda.untitled'),
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

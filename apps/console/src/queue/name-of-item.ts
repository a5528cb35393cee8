import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../people/person-name.ts';
import { showAgo, showDate, showList } from '../time.ts';
import { useTaskRecord } from '../today/task-record.tsx';
import type { Item } from './item.ts';

type Participant = AnswerOf<'getMeeting'>['participants'][number];

/** Returns whom an item is about and what is to be done, in words. */
export function useItemWords(item: Item): { name: string; text: string; age: string } {
  const t = useWords('queue');
  const row = 'meeting' in item ? item.meeting : undefined;
  const meetingUuid = row?.meetingUuid ?? '';
  const meeting = useRead(
    'getMeeting',
    { path: { meetingUuid } },
    { enabled: row !== undefined && item.kind !== 'sync', staleTime: 60_000 },
  );
  const task = item.kind === 'tasks' ? item.task : { entityType: null, entityUuid: null };
  const record = useTaskRecord(task);
  const isDate = item.since.length === 10;
  const age = item.since === '0000' ? '' : isDate ? showDate(item.since) : showAgo(item.since);
  /** The first two of the invited for whom something holds, and how many there are besides. */
  const namesOf = (holds: (invited: Participant) => boolean) => {
    const found = (meeting.data?.participants ?? []).filter(holds);
    const names = found.slice(0, 2).flatMap(({ name, email }) => name ?? email ?? []);
    if (found.length > names.length)
      names.push(t('others', { count: found.length - names.length }));
    return names;
  };
  switch (item.kind) {
    case 'papers':
      return {
        name: nameOf(item.contact),
        text: t('text.papers', { count: item.contact.readiness.missing }),
        age,
      };
    case 'documents':
      return {
        name: nameOf(item.contact),
        text: t('text.documents', { date: showDate(item.contact.documentExpiresOn) }),
        age,
      };
    case 'sync':
      return {
        name: item.meeting.title ?? t('untitled'),
        text: t('text.sync', { name: item.meeting.hostName }),
        age,
      };
    case 'answers': {
      const names = namesOf(({ rsvpStatus }) => rsvpStatus === 'UNKNOWN');
      const title = item.meeting.title ?? t('untitled');
      return {
        name: names.length > 0 ? showList(names) : title,
        text: t('text.answers', { title, date: showDate(item.meeting.startDateTime) }),
        age,
      };
    }
    case 'mail': {
      if ('meeting' in item) {
        const title = item.meeting.title ?? t('untitled');
        const names = namesOf(({ lastMail }) => lastMail?.state === 'REFUSED');
        return {
          name: names.length > 0 ? showList(names) : title,
          text: t('text.invitation', { title, date: showDate(item.meeting.startDateTime) }),
          age,
        };
      }
      return {
        name: nameOf(item.contact),
        text: t('text.mail', { date: showDate(item.contact.lastMail?.at) }),
        age,
      };
    }
    case 'duplicates':
      return {
        name: showList(item.group.contacts.slice(0, 2).map(nameOf)),
        text: t('text.duplicates', {
          reasons: showList(item.group.reasons.map((reason) => t(`reason.${reason}`))),
        }),
        age,
      };
    case 'calendars':
      return { name: item.connection.displayName, text: t('text.calendars'), age };
    case 'tasks':
      return {
        name: record.name || item.task.title,
        text: record.name
          ? item.task.title
          : t('text.tasks', { name: item.task.assigneeName ?? '' }),
        age,
      };
  }
}

import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../people/person-name.ts';
import { showAgo, showDate, showList } from '../time.ts';
import { useTaskRecord } from '../today/task-record.tsx';
import type { Item } from './item.ts';

/** Returns whom an item is about and what is to be done, in words. */
export function useItemWords(item: Item): { name: string; text: string; age: string } {
  const t = useWords('queue');
  const isMeeting = item.kind === 'answers' || item.kind === 'sync';
  const meetingUuid = isMeeting ? item.meeting.meetingUuid : '';
  const meeting = useRead(
    'getMeeting',
    { path: { meetingUuid } },
    { enabled: item.kind === 'answers', staleTime: 60_000 },
  );
  const task = item.kind === 'tasks' ? item.task : { entityType: null, entityUuid: null };
  const record = useTaskRecord(task);
  const isDate = item.since.length === 10;
  const age = item.since === '0000' ? '' : isDate ? showDate(item.since) : showAgo(item.since);
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
      const silent = (meeting.data?.participants ?? []).filter(
        ({ rsvpStatus }) => rsvpStatus === 'UNKNOWN',
      );
      const names = silent.slice(0, 2).flatMap(({ name, email }) => name ?? email ?? []);
      if (silent.length > names.length)
        names.push(t('others', { count: silent.length - names.length }));
      const title = item.meeting.title ?? t('untitled');
      return {
        name: names.length > 0 ? showList(names) : title,
        text: t('text.answers', { title, date: showDate(item.meeting.startDateTime) }),
        age,
      };
    }
    case 'mail':
      return {
        name: nameOf(item.contact),
        text: t('text.mail', { date: showDate(item.contact.lastMail?.at) }),
        age,
      };
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

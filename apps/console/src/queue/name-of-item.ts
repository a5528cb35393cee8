import { useWords } from '../i18n/words.ts';
import type { Whom } from '../records/whom.ts';
import { showAgo, showDate, showList, today } from '../time.ts';
import type { Item } from './item.ts';

/** Returns whom the chip of an item shows: its contact, or the client of its meeting who is named. */
export const whomOf = ({ entityType, entityUuid, detail }: Item): Whom | undefined => {
  if (entityType === 'CONTACT') return { contactUuid: entityUuid };
  const [name] = detail.names ?? [];
  return entityType === 'MEETING' && name ? { meetingUuid: entityUuid, name } : undefined;
};

const daysSince = (dueAt: string | null) =>
  dueAt ? Temporal.PlainDate.from(dueAt.slice(0, 10)).until(today()).days : 0;

/** Returns whom an item is about and what is to be done, in words. */
export function useItemWords(item: Item): { name: string; text: string; age: string } {
  const t = useWords('queue');
  const { kind, detail, dueAt, since } = item;
  const title = item.title ?? t('untitled');
  const person = item.personName ?? title;
  const age = showAgo(since);
  const due = showDate(dueAt);
  const names = (detail.names ?? []).slice(0, 2).flatMap((name) => name ?? []);
  const left = (detail.count ?? 0) - names.length;
  if (names.length > 0 && left > 0) names.push(t('others', { count: left }));
  const invited = names.length > 0 ? showList(names) : title;
  switch (kind) {
    case 'INCOMPLETE_CLIENT':
      return { name: person, text: t('text.papers', { count: detail.missing ?? 0 }), age };
    case 'DOCUMENT_EXPIRED':
      return { name: person, text: t('text.expired', { count: daysSince(dueAt) }), age };
    case 'DOCUMENT_EXPIRING':
      return { name: person, text: t('text.documents', { date: due }), age };
    case 'SYNC_FAILED':
      return names.length > 0
        ? { name: invited, text: t('text.syncOf', { title, name: item.personName ?? '' }), age }
        : { name: title, text: t('text.sync', { name: item.personName ?? '' }), age };
    case 'ANSWER_MISSING':
      return { name: invited, text: t('text.answers', { title, date: due }), age };
    case 'MAIL_REFUSED':
      return item.entityType === 'MEETING'
        ? { name: invited, text: t('text.invitation', { title, date: due }), age }
        : { name: person, text: t('text.mail', { date: showDate(since) }), age };
    case 'DUPLICATE':
      return { name: title, text: t('text.double'), age };
    case 'CALENDAR_SUSPENDED':
      return { name: person, text: t('text.calendars'), age };
    case 'TASK_OVERDUE':
      return { name: person, text: title, age };
  }
}

import {
  IconCalendarOff,
  IconCheckbox,
  IconClipboardList,
  IconCopyCheck,
  IconId,
  IconMailOff,
  IconMailQuestion,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';

/** The kinds of things that wait to be mended. */
export const kinds = [
  'sync',
  'calendars',
  'documents',
  'mail',
  'answers',
  'duplicates',
  'papers',
  'tasks',
] as const;
export type Kind = (typeof kinds)[number];

export const kindIcons = {
  sync: IconPlugConnectedX,
  calendars: IconCalendarOff,
  documents: IconId,
  mail: IconMailOff,
  answers: IconMailQuestion,
  duplicates: IconCopyCheck,
  papers: IconClipboardList,
  tasks: IconCheckbox,
} satisfies Record<Kind, typeof IconId>;

type Counts = AnswerOf<'getWorkQueue'>['counts'];
export type ServerKind = Counts[number]['kind'];

/** The kinds as people know them, of those that the server tells apart. */
export const kindOf = {
  DOCUMENT_EXPIRED: 'documents',
  DOCUMENT_EXPIRING: 'documents',
  SYNC_FAILED: 'sync',
  CALENDAR_SUSPENDED: 'calendars',
  MAIL_REFUSED: 'mail',
  ANSWER_MISSING: 'answers',
  DUPLICATE: 'duplicates',
  INCOMPLETE_CLIENT: 'papers',
  TASK_OVERDUE: 'tasks',
} as const satisfies Record<ServerKind, Kind>;

/** Returns how much waits of a kind. */
export const totalOf = (kind: Kind, counts: Counts): number =>
  counts.reduce((sum, each) => (kindOf[each.kind] === kind ? sum + each.total : sum), 0);

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

import {
  IconCalendarOff,
  IconCheckbox,
  IconClipboardList,
  IconId,
  IconMailQuestion,
  IconPlugConnectedX,
} from '@tabler/icons-react';

/** The kinds of things that wait to be mended. */
export const kinds = ['sync', 'calendars', 'documents', 'answers', 'papers', 'tasks'] as const;
export type Kind = (typeof kinds)[number];

export const kindIcons = {
  sync: IconPlugConnectedX,
  calendars: IconCalendarOff,
  documents: IconId,
  answers: IconMailQuestion,
  papers: IconClipboardList,
  tasks: IconCheckbox,
} satisfies Record<Kind, typeof IconId>;

import type { AnswerOf } from '../api.ts';
import type { Kind } from './kinds.ts';

export type ContactRow = AnswerOf<'filterContacts'>['content'][number];
export type MeetingRow = AnswerOf<'filterMeetings'>['content'][number];
export type Task = AnswerOf<'listTasks'>['content'][number];
export type Connection = AnswerOf<'listCalendarConnections'>['content'][number];

type About =
  | { kind: 'papers' | 'documents'; contact: ContactRow }
  | { kind: 'sync' | 'answers'; meeting: MeetingRow }
  | { kind: 'calendars'; connection: Connection }
  | { kind: 'tasks'; task: Task };

/** Something that waits to be mended. */
export type Item = About & {
  key: string;
  /** Since when, as a record's time or a date: the oldest comes first. */
  since: string;
  /** The record that a task about it names. */
  record?: { entityType: 'CONTACT' | 'MEETING'; entityUuid: string };
};

export type Source = {
  kind: Kind;
  items: readonly Item[];
  total: number;
  error: Error | null;
  isLoading: boolean;
  retry: () => void;
};

export const paper = (contact: ContactRow): Item => ({
  kind: 'papers',
  key: `papers-${contact.contactUuid}`,
  since: contact.createdAt,
  contact,
  record: { entityType: 'CONTACT', entityUuid: contact.contactUuid },
});

export const expiring = (contact: ContactRow): Item => ({
  kind: 'documents',
  key: `documents-${contact.contactUuid}`,
  since: contact.documentExpiresOn ?? contact.createdAt,
  contact,
  record: { entityType: 'CONTACT', entityUuid: contact.contactUuid },
});

export const ofMeeting =
  (kind: 'sync' | 'answers') =>
  (meeting: MeetingRow): Item => ({
    kind,
    key: `${kind}-${meeting.meetingUuid}`,
    since: kind === 'sync' ? meeting.updatedAt : meeting.createdAt,
    meeting,
    record: { entityType: 'MEETING', entityUuid: meeting.meetingUuid },
  });

export const ofCalendar = (connection: Connection): Item => ({
  kind: 'calendars',
  key: `calendars-${connection.staffUuid}`,
  since: connection.lastSyncedAt ?? '0000',
  connection,
});

export const ofTask = (task: Task): Item => ({
  kind: 'tasks',
  key: `tasks-${task.taskUuid}`,
  since: task.dueDate ?? task.createdAt,
  task,
});

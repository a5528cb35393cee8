import type { AnswerOf } from '../api.ts';
import type { Kind } from './kinds.ts';

export type ContactRow = AnswerOf<'filterContacts'>['content'][number];
export type MeetingRow = AnswerOf<'filterMeetings'>['content'][number];
export type Task = AnswerOf<'listTasks'>['content'][number];
export type Connection = AnswerOf<'listCalendarConnections'>['content'][number];

export type Group = AnswerOf<'listDuplicateGroups'>['content'][number];

type About =
  | { kind: 'papers' | 'documents' | 'mail'; contact: ContactRow }
  | { kind: 'sync' | 'answers' | 'mail'; meeting: MeetingRow }
  | { kind: 'calendars'; connection: Connection }
  | { kind: 'duplicates'; group: Group }
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

export const unmailed = (contact: ContactRow): Item => ({
  kind: 'mail',
  key: `mail-${contact.contactUuid}`,
  since: contact.lastMail?.at ?? contact.updatedAt,
  contact,
  record: { entityType: 'CONTACT', entityUuid: contact.contactUuid },
});

export const ofMeeting =
  (kind: 'sync' | 'answers' | 'mail') =>
  (meeting: MeetingRow): Item => ({
    kind,
    key: `${kind}-${meeting.meetingUuid}`,
    since: kind === 'answers' ? meeting.createdAt : meeting.updatedAt,
    meeting,
    record: { entityType: 'MEETING', entityUuid: meeting.meetingUuid },
  });

export const ofCalendar = (connection: Connection): Item => ({
  kind: 'calendars',
  key: `calendars-${connection.staffUuid}`,
  since: connection.lastSyncedAt ?? '0000',
  connection,
});

export const ofGroup = (group: Group): Item => ({
  kind: 'duplicates',
  key: `duplicates-${group.contacts.map(({ contactUuid }) => contactUuid).join('-')}`,
  // They have been two since the later one was made.
  since: group.contacts.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), ''),
  group,
});

export const ofTask = (task: Task): Item => ({
  kind: 'tasks',
  key: `tasks-${task.taskUuid}`,
  since: task.dueDate ?? task.createdAt,
  task,
});

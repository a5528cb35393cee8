import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { newsKinds } from '../kind.ts';
import { CursorText } from '../lists/cursor.ts';

export const InboxQuery = Type.Object({
  kind: Type.Optional(Enum(newsKinds, { title: 'InboxContentKind' })),
  unread: Type.Optional(Type.Boolean({ description: 'True for what is not read yet only' })),
  cursor: Type.Optional(CursorText(1_000, 'The nextCursor of the page before')),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
});

const ProposedTime = Named('InboxContentProposed', {
  startDateTime: Type.String({ examples: ['2027-03-01T09:30:00'] }),
  endDateTime: Type.String({ examples: ['2027-03-01T10:00:00'] }),
});

const InboxItem = Named('InboxContent', {
  itemUuid: Uuid,
  at: RecordTime,
  kind: Enum(newsKinds, { title: 'InboxContentKind' }),
  actorName: Nullable(
    Type.String({ description: 'Who did it, by the name of now; null for a calendar or nobody' }),
  ),
  entityType: Type.String({
    description: 'The kind of record, as events have it, IMPORT or STAFF_IMPORT',
  }),
  entityUuid: Uuid,
  title: Nullable(Type.String({ description: 'The name of the record, as of now' })),
  isRead: Type.Boolean(),
  note: Nullable(Type.String({ description: 'What the person wrote with an answer' })),
  proposed: Type.Array(ProposedTime, {
    description: 'The times that were proposed with an answer, local to the meeting’s zone',
  }),
  timezone: Nullable(Type.String({ description: 'The zone of the meeting that was answered' })),
});

export const Inbox = Named('Inbox', {
  content: Type.Array(InboxItem),
  unread: Type.Integer({
    description: 'Of all there is, whatever the page is asked for; at most 1,000 are counted',
  }),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: 'The `cursor` of the next page; null at the end',
  }),
});

/** What is read: some items, or all up to a time. */
export const InboxRead = Type.Object({
  itemUuids: Type.Optional(Type.Array(Uuid, { maxItems: 1_000 })),
  until: Type.Optional(
    Type.String({
      format: 'record-time',
      examples: ['2026-03-01T09:30:00'],
      description: 'Everything of that second (UTC) and before',
    }),
  ),
});

export type InboxQuery = Static<typeof InboxQuery>;
export type InboxRead = Static<typeof InboxRead>;
export type InboxItemRow = Static<typeof InboxItem>;
export type InboxRow = Static<typeof Inbox>;

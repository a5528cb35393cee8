import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { CursorText } from '../lists/cursor.ts';

export const queueKinds = [
  'DOCUMENT_EXPIRED',
  'DOCUMENT_EXPIRING',
  'SYNC_FAILED',
  'CALENDAR_SUSPENDED',
  'MAIL_REFUSED',
  'ANSWER_MISSING',
  'DUPLICATE',
  'INCOMPLETE_CLIENT',
  'TASK_OVERDUE',
] as const;
/** How grave an item is, from the gravest. */
export const severities = ['NOW', 'SOON', 'LATER'] as const;

export const QueueQuery = Type.Object({
  kind: Type.Optional(Enum(queueKinds)),
  assigneeUuid: Type.Optional({ ...Uuid, description: 'Who took it, or whose task it is' }),
  responsibleUuid: Type.Optional({
    ...Uuid,
    description: 'Whose people, meetings, calendar or tasks they are',
  }),
  withProspects: Type.Optional(
    Type.Boolean({ default: false, description: 'Prospects count as incomplete clients too' }),
  ),
  byPerson: Type.Optional(
    Type.Boolean({ default: false, description: 'One item a person, the gravest' }),
  ),
  cursor: Type.Optional(CursorText(1_000, 'The nextCursor of the page before')),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
});

const MaybeText = Nullable(Type.String());

const QueueKind = Enum(queueKinds, { title: 'WorkQueueContentKind' });
export const QueueItem = Named('WorkQueueContent', {
  itemKey: Type.String(),
  kind: QueueKind,
  entityType: Type.String(),
  entityUuid: Uuid,
  title: MaybeText,
  personName: MaybeText,
  since: RecordTime,
  dueAt: Nullable(RecordTime),
  severity: Enum(severities, { title: 'WorkQueueContentSeverity' }),
  assigneeUuid: Nullable(Uuid),
  assigneeName: MaybeText,
  responsibleUuid: Nullable(Uuid),
  detail: Named('WorkQueueContentDetail', {
    missing: Type.Optional(Type.Integer({ description: 'Of INCOMPLETE_CLIENT' })),
    names: Type.Optional(
      Type.Array(Nullable(Type.String()), {
        description:
          'The first three who did not answer, or were not reached; of SYNC_FAILED the first clients',
      }),
    ),
    count: Type.Optional(Type.Integer({ description: 'How many they are' })),
    contactUuids: Type.Optional(Type.Array(Uuid, { description: 'Of DUPLICATE' })),
    error: Type.Optional(MaybeText),
    staffUuid: Type.Optional(Uuid),
  }),
  more: Type.Optional(
    Type.Array(Named('WorkQueueContentMore', { kind: QueueKind, itemKey: Type.String() }), {
      description: 'With byPerson: what else waits of the person',
    }),
  ),
});

export const Queue = Type.Object({
  content: Type.Array(QueueItem),
  counts: Type.Array(Named('WorkQueueCount', { kind: QueueKind, total: Type.Integer() }), {
    description: 'Of all there is, not of the page or the kind that is asked for',
  }),
  ages: Type.Array(
    Type.Object({
      kind: QueueKind,
      days: Type.Integer({ description: 'Less than 7 days' }),
      weeks: Type.Integer({ description: 'Less than 28' }),
      months: Type.Integer({ description: '28 days or more' }),
    }),
    { description: 'How long all there is has waited, of the kinds of which something waits' },
  ),
  loads: Type.Array(
    Type.Object({
      staffUuid: Uuid,
      name: Type.String(),
      incomplete: Type.Integer(),
      overdue: Type.Integer(),
    }),
    { description: 'Of the twelve with most: incomplete records of their people, overdue tasks' },
  ),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: 'The `cursor` of the next page; null at the end',
  }),
});

export const ByKey = Type.Object({ itemKey: Type.String({ maxLength: 100 }) });

export type QueueQuery = Static<typeof QueueQuery>;
export type QueueItemRow = Static<typeof QueueItem>;
export type QueueKind = (typeof queueKinds)[number];

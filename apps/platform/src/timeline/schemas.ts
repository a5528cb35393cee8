import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { CursorText } from '../lists/cursor.ts';
import { recordTypes } from '../records/record-access.ts';

export const defaultSize = 20;

export const TimelineQuery = Type.Object({
  entityType: Enum(recordTypes),
  entityUuid: Uuid,
  cursor: Type.Optional(CursorText(1_000, 'The nextCursor of the page before')),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaultSize })),
});

const TimelineEntry = Named('TimelineContent', {
  at: RecordTime,
  kind: Enum(['EVENT', 'NOTE', 'TASK', 'MEETING'], { title: 'TimelineContentKind' }),
  eventType: Nullable(Type.String({ description: 'Of an EVENT only' })),
  actorType: Enum(['TENANT_STAFF', 'CONTACT', 'SYSTEM'], { title: 'TimelineContentActorType' }),
  actorUuid: Nullable(Uuid),
  actorName: Nullable(Type.String()),
  entityType: Type.String({ description: 'Of a NOTE, TASK or MEETING its own kind' }),
  entityUuid: Uuid,
  title: Nullable(
    Type.String({
      description:
        'How a note begins, the title of a task or a meeting; of an EVENT the name of its record',
    }),
  ),
  changedFields: Type.Array(Type.String()),
  changes: Type.Array(
    Named('TimelineContentChange', {
      field: Type.String(),
      before: Nullable(Type.String()),
      after: Nullable(Type.String()),
    }),
    { description: 'What changed, as the history has it; long texts are left out' },
  ),
  via: Nullable(Type.String({ description: 'By what it was done, where not by the person alone' })),
  about: Nullable(
    Type.String({ description: 'Of a member that came, changed or left a household their name' }),
  ),
});

export const Timeline = Named('Timeline', {
  content: Type.Array(TimelineEntry),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: 'The `cursor` of the next page; null at the end',
  }),
});

export type TimelineQuery = Static<typeof TimelineQuery>;
export type TimelineEntryRow = Static<typeof TimelineEntry>;
export type Timeline = Static<typeof Timeline>;

import { Enum, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import type { Kind } from '../kind.ts';
import { CursorText } from '../lists/cursor.ts';

export const defaultSize = 50;

const query = Type.Object({
  entityUuid: Uuid,
  field: Type.Optional(Type.String({ maxLength: 128, description: 'Changes of this field only' })),
  cursor: Type.Optional(
    CursorText(1_000, 'Empty for the first part, then `nextCursor` of the part before'),
  ),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaultSize })),
});

/** Returns the query of a history: of a record of one of the kinds whose changes are kept with their values. */
export function historyQueryOf(kinds: readonly Kind[]) {
  const types = kinds
    .flatMap(({ entityType, history }) => (history ? [entityType] : []))
    .toSorted();
  return Type.Object({ entityType: Enum(types), ...query.properties });
}
export type HistoryQuery = Static<ReturnType<typeof historyQueryOf>>;

const isLong = Type.Optional(
  Type.Literal(true, { description: 'The value has more than 1,000 characters: both are null' }),
);
const values = {
  field: Type.String(),
  before: Nullable(
    Type.String({ description: 'As the API shows it; lists and objects as canonical JSON' }),
  ),
  after: Nullable(Type.String()),
  isLong,
};

const HistoryEntry = Type.Object({
  at: RecordTime,
  eventId: Type.Unsafe<string>({ ...Uuid, description: 'The event of the audit trail' }),
  actorType: Enum(['TENANT_STAFF', 'CONTACT', 'SYSTEM'], { title: 'TimelineContentActorType' }),
  actorUuid: Nullable(Uuid),
  actorName: Nullable(Type.String({ description: 'As it is now' })),
  ...values,
});
export type HistoryEntry = Static<typeof HistoryEntry>;

export const HistoryPart = Type.Object({
  content: Type.Array(HistoryEntry),
  nextCursor: Nullable(Type.String()),
});

/** A line of an export: what one event changed. */
export const ExportedChanges = Type.Object({
  eventId: Uuid,
  sequence: Type.Integer({ description: "The event's number in the tenant's chain" }),
  entityType: Type.String(),
  entityUuid: Uuid,
  salt: Nullable(Type.String({ description: '16 bytes in hexadecimal digits; null once erased' })),
  changes: Nullable(
    Type.Array(Type.Object(values), {
      description:
        "The event's `changesHash` is SHA-256 over the salt, a line feed and the canonical JSON of field, before and after of each, sorted by field; null once erased",
    }),
  ),
});
export type ExportedChanges = Static<typeof ExportedChanges>;

import { Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { CursorText } from '../lists/cursor.ts';

export const defaultSize = 50;

const Moment = Type.String({
  format: 'record-time',
  maxLength: 40,
  examples: ['2026-03-01T09:30:00'],
});
const From = Type.Optional(Type.Unsafe<string>({ ...Moment, description: 'Included, UTC' }));
const To = Type.Optional(Type.Unsafe<string>({ ...Moment, description: 'Not included, UTC' }));

/** A name that an event may have in a filter; longer texts match nothing. */
const Word = Type.String({ maxLength: 128 });

/** A stretch of time, `from` included and `to` not. */
export const Range = Type.Object({ from: From, to: To });
export type Range = Static<typeof Range>;

export const TrailQuery = Type.Object({
  entityType: Type.Optional(Word),
  entityId: Type.Optional(Uuid),
  actorId: Type.Optional(Uuid),
  eventType: Type.Optional(Word),
  from: From,
  to: To,
  cursor: Type.Optional(
    CursorText(4_000, 'Empty for the first part, then `nextCursor` of the part before'),
  ),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: defaultSize })),
});
export type TrailQuery = Static<typeof TrailQuery>;

const Sequence = Type.Integer({ description: "Its number in the tenant's chain, from 1" });
const Hash = Type.String({
  description:
    'SHA-256 over the hash before, a line feed and the canonical JSON (RFC 8785) of sequence, eventId, tenantUuid, eventType, occurredAt, actorType, actorId, entityType, entityId, attributes',
});

/** The part of an event that the chain's hashes cover, beside its number. */
const recorded = {
  eventId: Uuid,
  tenantUuid: Uuid,
  eventType: Type.String(),
  occurredAt: RecordTime,
  actorType: Type.String({
    description:
      'TENANT_STAFF for the staff of the tenant and of its partners, CONTACT for a client or an invited guest, SYSTEM for the platform, its administrators and machines',
  }),
  actorId: Nullable(Uuid),
  entityType: Nullable(Type.String()),
  entityId: Nullable(Uuid),
  attributes: Type.Record(Type.String(), Type.String()),
};

/** An event that is chained. */
export const ChainedEvent = Type.Object({ sequence: Sequence, ...recorded, hash: Hash });
export type RecordedEvent = Omit<Static<typeof ChainedEvent>, 'sequence' | 'hash'>;

/** A line of an export. */
export const ExportedEvent = Type.Object({
  ...ChainedEvent.properties,
  previousHash: Type.Optional(
    Type.String({
      description: 'The hash before; of the first line alone, when there is an event before it',
    }),
  ),
});

/** An event of the trail. It has a number and a hash seconds after its commit. */
export const TrailEvent = Type.Object({
  sequence: Nullable(Sequence),
  ...recorded,
  hash: Nullable(Hash),
  actorName: Nullable(Type.String({ description: 'As it is now' })),
  entityName: Nullable(Type.String({ description: 'As it is now' })),
  address: Nullable(
    Type.String({
      description:
        'From where, of sign-ins, exports and entries of the platform’s administrators; after 30 days the network',
    }),
  ),
  userAgent: Nullable(
    Type.String({ description: 'The program of the same, as it says itself; later its name only' }),
  ),
});
export type TrailEvent = Static<typeof TrailEvent>;

export const TrailPart = Named('AuditTrail', {
  content: Type.Array(TrailEvent),
  nextCursor: Nullable(Type.String()),
});

export const Head = Type.Object({
  sequence: Type.Integer({ description: '0 before the first event is chained' }),
  hash: Type.String({ description: '64 zeros before the first event is chained' }),
  sealedAt: Nullable(RecordTime),
});
export type Head = Static<typeof Head>;

import { Named, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const Uuids = Type.Optional(Type.Array(Uuid, { maxItems: 10_000 }));

/** Says what moves to whom. With a list only what it names does, and no meetings and tasks. */
export const BookTransfer = Type.Object({
  toStaffUuid: Uuid,
  dryRun: Type.Optional(Type.Boolean({ description: 'Counts what would move, and moves nothing' })),
  contactUuids: Uuids,
  householdUuids: Uuids,
});

/** Says how much moved, or would. */
export const TransferredBook = Type.Object({
  dryRun: Type.Boolean(),
  contacts: Type.Integer(),
  households: Type.Integer(),
  meetings: Type.Integer(),
});

export type BookTransfer = Static<typeof BookTransfer>;
export type TransferredBook = Static<typeof TransferredBook>;

/** Somebody whom the identity provider has no longer, and how much is still theirs. */
export const Leaver = Named('Leaver', {
  staffUuid: Uuid,
  displayName: Type.String(),
  deprovisionedAt: RecordTime,
  contacts: Type.Integer({ description: 'Clients whom the person manages' }),
  households: Type.Integer({ description: 'Households that the person leads' }),
  meetings: Type.Integer({ description: 'Meetings to come that the person hosts' }),
});
export type LeaverRow = Static<typeof Leaver>;

import { Kept, Named, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'not-blank',
  examples: ['Cordillera Asesores'],
});

export const PartnerInput = Type.Object({
  name: Name,
  isActive: Type.Optional(Type.Boolean({ default: true })),
});

/** A change of a partner: an absent field stays as it is. */
export const PartnerUpdate = Type.Object({
  name: Kept(Name),
  isActive: Type.Optional(Type.Boolean()),
});

export const Partner = Named('Partner', {
  partnerUuid: Uuid,
  tenantUuid: Uuid,
  name: Type.String(),
  isActive: Type.Boolean(),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

export type PartnerRow = Static<typeof Partner>;
export type NewPartner = Static<typeof PartnerInput>;
export type PartnerChanges = Static<typeof PartnerUpdate>;

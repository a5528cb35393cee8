import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';
import { contactTypes, statuses } from '../fields.ts';

const duplicateReasons = ['SAME_EMAIL', 'SAME_PHONE', 'SAME_IDENTITY', 'SAME_NAME'] as const;

/** The fields that are shown of a contact that may be the same person as another. */
const alike = {
  contactUuid: Uuid,
  firstName: Type.String(),
  paternalLastName: Type.String(),
  displayName: Nullable(Type.String()),
  contactType: Enum(contactTypes, { title: 'ContactContactType' }),
  status: Enum(statuses),
  contactManagerId: Uuid,
  createdAt: RecordTime,
};
/** A contact that may be the same person as another, and why. */
export const Duplicate = Named('ContactDuplicate', {
  ...alike,
  reasons: Type.Array(Enum(duplicateReasons, { title: 'DuplicateGroupReason' })),
});

/** Contacts that may all be the same person, and why. */
export const DuplicateGroup = Named('DuplicateGroup', {
  reasons: Type.Array(Enum(duplicateReasons, { title: 'DuplicateGroupReason' })),
  contacts: Type.Array(Type.Object(alike), { minItems: 2, maxItems: 10 }),
});

import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Contact } from '../../contacts/fields.ts';
import { Organisation } from '../../organisations/schemas.ts';
import { relationshipTypes } from '../../platform-configs/relationship-types.ts';

const memberTypes = ['CONTACT', 'ORGANISATION'] as const;

const sharePercent = Type.Optional(
  Nullable(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Of an OWNED_COMPANY: how much is owned',
    }),
  ),
);
const relationshipType = Type.Optional(
  Nullable(Enum(relationshipTypes, { title: 'MemberRelationshipType' })),
);

/** The contact or organisation that joins a household. */
export const MemberInput = Named('HouseholdInputMember', {
  memberType: Enum(memberTypes),
  contactUuid: Type.Optional(Nullable(Uuid)),
  organisationUuid: Type.Optional(Nullable(Uuid)),
  relationshipType,
  sharePercent,
  isPrimary: Type.Optional(Nullable(Type.Boolean())),
});

/** Absent stays, null clears. */
export const MemberUpdate = Type.Object({
  relationshipType,
  sharePercent,
  isPrimary: Type.Optional(Type.Boolean()),
});

/** The part of a contact that a member list shows. */
const MemberContact = Type.Pick(
  Contact,
  [
    'contactUuid',
    'firstName',
    'middleName',
    'paternalLastName',
    'maternalLastName',
    'displayName',
    'contactType',
    'status',
    'preferredEmail',
    'primaryEmail',
    'preferredPhoneNumber',
    'dateOfBirth',
  ],
  { title: 'HouseholdDetailMemberContact' },
);

const fields = {
  memberUuid: Uuid,
  householdUuid: Uuid,
  memberType: Enum(memberTypes),
  contactUuid: Nullable(Uuid),
  organisationUuid: Nullable(Uuid),
  displayName: Type.String(),
  relationshipType: Nullable(Enum(relationshipTypes, { title: 'MemberRelationshipType' })),
  sharePercent: Nullable(Type.Number()),
  isPrimary: Type.Boolean(),
  isDeleted: Type.Boolean(),
  createdAt: RecordTime,
  updatedAt: RecordTime,
};

export const Member = Named('HouseholdMember', fields);

/** A member with the contact or organisation itself. */
export const EnrichedMember = Named('HouseholdDetailMember', {
  ...fields,
  contact: Nullable(MemberContact),
  organisation: Nullable(Organisation),
});

export type NewMember = Static<typeof MemberInput>;
export type MemberChanges = Static<typeof MemberUpdate>;
export type MemberRow = Static<typeof Member>;
export type EnrichedMemberRow = Static<typeof EnrichedMember>;

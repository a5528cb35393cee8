import { AllKept, Enum, IsoDate, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, type TSchema, Type } from 'typebox';
import { Password, Role } from '../auth/schemas.ts';
import { Version } from '../http/if-match.ts';
import { languages, NullableTypedPhone, Phone, TimeZone } from '../http/person-fields.ts';

export const staffTypes = ['ADMIN', 'ADVISOR', 'MANAGER'] as const;
export const staffCategories = ['TENANT_STAFF', 'PARTNER_STAFF'] as const;

const Email = Type.String({
  maxLength: 100,
  format: 'e-mail',
  examples: ['ana.rojas@andes.example'],
});
const Optional100 = Type.Optional(Nullable(Type.String({ maxLength: 100 })));

const fields = {
  firstName: Type.String({ minLength: 2, maxLength: 50, format: 'not-blank' }),
  paternalLastName: Type.String({ minLength: 1, maxLength: 50, format: 'not-blank' }),
  userEmail: Email,
  email: Email,
  password: Password,
  confirmPassword: Type.String({ maxLength: 200, format: 'password' }),
  staffType: Enum(staffTypes, { title: 'StaffMemberStaffType' }),
  staffRole: Enum(['ADVISOR']),
  legalResidence: Type.String({ format: 'country', examples: ['CL', 'CHL'] }),
  timeZone: TimeZone,
  platformLanguage: Enum(languages),
  commissionCurrency: Type.String({ format: 'currency', examples: ['CLP'] }),
};

const optionalFields = {
  middleName: Optional100,
  maternalLastName: Optional100,
  jobPosition: Optional100,
  currentResidence: Optional100,
  contactPhone: Type.Optional(NullableTypedPhone),
  dateOfBirth: Type.Optional(Nullable(Type.String({ format: 'past-date' }))),
  partnerUuid: Type.Optional(Nullable(Uuid)),
  isActive: Type.Optional(Type.Boolean()),
};

/** Everything needed to create a staff member together with the login. */
export const StaffInput = Type.Object({ tenantUuid: Uuid, ...fields, ...optionalFields });

/** The same without a password, for whoever signs in by the first link. */
export const StaffWithoutPasswordInput = Type.Omit(StaffInput, ['password', 'confirmPassword']);

/** The same fields, all optional: absent is unchanged, null clears what may be empty. */
export const StaffUpdate = Type.Object({
  ...AllKept({ tenantUuid: Uuid, ...fields }),
  ...optionalFields,
});

/** Returns the schema of a field that is null until it is known. */
const orUnknown = <S extends TSchema>(schema: S) =>
  Nullable({ ...schema, description: 'Null while it is not known' });

export const StaffMember = Named('StaffMember', {
  tenantStaffUuid: Uuid,
  tenantUuid: Uuid,
  firstName: Type.String(),
  middleName: orUnknown(Type.String()),
  paternalLastName: Type.String(),
  maternalLastName: orUnknown(Type.String()),
  userEmail: Type.String(),
  email: Type.String(),
  staffType: Enum(staffTypes, { title: 'StaffMemberStaffType' }),
  staffRole: Type.String(),
  legalResidence: Type.String(),
  timeZone: Type.String(),
  platformLanguage: Enum(languages),
  commissionCurrency: Type.String(),
  contactPhone: orUnknown(Phone),
  jobPosition: orUnknown(Type.String()),
  dateOfBirth: orUnknown(IsoDate),
  currentResidence: orUnknown(Type.String()),
  isActive: Type.Boolean(),
  category: Enum(staffCategories),
  partnerUuid: Nullable(Uuid),
  roles: Type.Array(Role),
  version: Version,
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

export const StaffDeletion = Type.Object({ staffUuidToDelete: Type.String({ maxLength: 100 }) });
export const NewPassword = Type.Object({ password: Password });

export type StaffRow = Static<typeof StaffMember>;
export type NewStaff = Static<typeof StaffInput>;
export type StaffChanges = Static<typeof StaffUpdate>;

import { Filters } from '@atrium/kit/lists/filter.ts';
import { AllKept, Enum, IsoDate, Kept, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import {
  Address,
  AddressInput,
  Clearable,
  CompliancePhone,
  Country3,
  CurrentEmployment,
  CustomFields,
  IdentityDocument,
  IdentityDocumentInput,
  PastEmployment,
  PepEntry,
  PreferredPhone,
  ShortText,
  Texts,
} from './profile-schemas.ts';

export const contactTypes = ['SUBSCRIBER', 'PROSPECT', 'NON_SUBSCRIBER', 'ACTIVE'] as const;
export const contactMeans = ['EMAIL', 'PHONE', 'MESSAGE'] as const;
export const contactPreferences = ['EMAIL', 'CALL', 'MESSAGE'] as const;
export const languages = ['SPANISH', 'ENGLISH'] as const;
export const firmTypes = ['TENANT', 'PARTNER'] as const;
export const statuses = ['ACTIVE', 'INACTIVE'] as const;
export const genders = ['MALE', 'FEMALE', 'OTHER'] as const;
export const maritalStatuses = ['MARRIED', 'SINGLE', 'DIVORCED', 'WIDOWED'] as const;
export const identityTypes = [
  'CHILE_RUT',
  'PASSPORT',
  'NATIONAL_ID',
  'US_EIN',
  'DRIVING_LICENSE',
  'UK_COMPANY_NUMBER',
  'BVI_COMPANY_NUMBER',
] as const;

const Name = Type.String({ minLength: 1, maxLength: 255, format: 'not-blank', examples: ['Ana'] });
const Email = Type.String({ maxLength: 254, format: 'e-mail', examples: ['ana@example.com'] });
const BirthDate = Type.String({ format: 'past-date', examples: ['1985-02-28'] });
const Amount = Type.String({
  pattern: '^-?\\d{1,15}(\\.\\d{1,4})?$',
  examples: ['1250000.50'],
  description: 'An exact amount as text',
});
const upTo100 = { maxItems: 100 };

const required = {
  firstName: Name,
  paternalLastName: Name,
  contactType: Enum(contactTypes),
  contactMeans: Enum(contactMeans),
  preferredContactLanguage: Enum(languages),
  firmId: Uuid,
  contactManagerId: Uuid,
};

const optional = {
  middleName: Clearable(ShortText),
  maternalLastName: Clearable(ShortText),
  preferredEmail: Clearable(Email),
  dateOfBirth: Clearable(BirthDate),
  gender: Clearable(Enum(genders)),
  maritalStatus: Clearable(Enum(maritalStatuses)),
  preferredPhoneNumber: Clearable(PreferredPhone),
  identityType: Clearable(Enum(identityTypes)),
  identityId: Clearable(Type.String({ minLength: 1, maxLength: 100, format: 'not-blank' })),
  identityCountry: Clearable(Country3),
  contactSource: Clearable(ShortText),
  marketSegment: Clearable(ShortText),
  contactPreference: Clearable(Enum(contactPreferences)),
};

/** What a new contact is made of; firm and manager are always the tenant's own. */
export const ContactInput = Type.Object({
  ...required,
  firmType: Enum(['TENANT']),
  contactManagerFirmType: Enum(['TENANT']),
  status: Enum(['ACTIVE']),
  ...optional,
});

/**
 * The sales, compliance and activation calls in one: what is absent stays, null clears.
 * Read-only and unknown fields are ignored.
 */
export const ContactUpdate = Type.Object({
  ...AllKept(required),
  ...optional,
  status: Kept(Enum(statuses)),
  displayName: Clearable(ShortText),
  alias: Clearable(ShortText),
  primaryEmail: Clearable(Email),
  firmType: Kept(Enum(firmTypes)),
  firmEntityUuid: Kept(Uuid),
  firmName: Clearable(ShortText),
  capturedByType: Clearable(Enum(firmTypes)),
  capturedByEntityUuid: Clearable(Uuid),
  contactManagerEntityUuid: Kept(Uuid),
  contactManagerType: Kept(Enum(firmTypes)),
  contactManagerFirmType: Kept(Enum(firmTypes)),
  stageName: Clearable(ShortText),
  segmentName: Clearable(ShortText),
  annualIncome: Clearable(Amount),
  liquidNetWorth: Clearable(Amount),
  totalNetWorth: Clearable(Amount),
  countryOfBirth: Clearable(Country3),
  countryOfCitizenship: Clearable(Country3),
  primaryCountryOfCitizenship: Clearable(Country3),
  phoneNumber: Clearable(CompliancePhone),
  relatedToPEP: Clearable(Type.Boolean()),
  directorOrTenPercentShareholder: Clearable(Type.Boolean()),
  pepEntries: Clearable(Type.Array(PepEntry, upTo100)),
  companyNames: Type.Optional(Texts),
  tradingSymbols: Type.Optional(Texts),
  identityDocuments: Clearable(Type.Array(IdentityDocumentInput, upTo100)),
  currentEmployment: Clearable(CurrentEmployment),
  employmentHistory: Clearable(Type.Array(PastEmployment, upTo100)),
  customFields: Clearable(CustomFields),
  addresses: Clearable(Type.Array(AddressInput, upTo100)),
});

const MaybeText = Nullable(Type.String());
// Untyped, because the serialiser would join a list where text is allowed too.
const AnyTexts = Type.Unsafe<string | string[] | null>({ description: 'Text, texts or null' });

export const Contact = Type.Object({
  contactUuid: Uuid,
  contactComplianceUuid: Uuid,
  tenantUuid: Uuid,
  firstName: Type.String(),
  middleName: MaybeText,
  paternalLastName: Type.String(),
  maternalLastName: MaybeText,
  displayName: MaybeText,
  alias: MaybeText,
  contactType: Enum(contactTypes),
  contactMeans: Enum(contactMeans),
  preferredContactLanguage: Enum(languages),
  status: Enum(statuses),
  firmId: Uuid,
  firmType: Enum(firmTypes),
  firmEntityUuid: Uuid,
  firmName: MaybeText,
  capturedByType: Nullable(Enum(firmTypes)),
  capturedByEntityUuid: Nullable(Uuid),
  contactManagerId: Uuid,
  contactManagerFirmType: Enum(firmTypes),
  contactManagerEntityUuid: Uuid,
  contactManagerType: Enum(firmTypes),
  preferredEmail: MaybeText,
  primaryEmail: MaybeText,
  preferredPhoneNumber: Nullable(PreferredPhone),
  phoneNumber: Nullable(CompliancePhone),
  dateOfBirth: Nullable(IsoDate),
  gender: Nullable(Enum(genders)),
  maritalStatus: Nullable(Enum(maritalStatuses)),
  identityType: Nullable(Enum(identityTypes)),
  identityId: MaybeText,
  identityCountry: MaybeText,
  contactSource: MaybeText,
  contactPreference: Nullable(Enum(contactPreferences)),
  marketSegment: MaybeText,
  segmentName: MaybeText,
  stageName: MaybeText,
  annualIncome: MaybeText,
  liquidNetWorth: MaybeText,
  totalNetWorth: MaybeText,
  countryOfBirth: MaybeText,
  countryOfCitizenship: MaybeText,
  primaryCountryOfCitizenship: MaybeText,
  relatedToPEP: Nullable(Type.Boolean()),
  directorOrTenPercentShareholder: Nullable(Type.Boolean()),
  pepEntries: Nullable(Type.Array(PepEntry)),
  companyNames: AnyTexts,
  tradingSymbols: AnyTexts,
  identityDocuments: Nullable(Type.Array(IdentityDocument)),
  currentEmployment: Nullable(CurrentEmployment),
  employmentHistory: Nullable(Type.Array(PastEmployment)),
  customFields: Nullable(CustomFields),
  addresses: Type.Array(Address),
  householdUuids: Type.Array(Uuid),
  credentialsInitializedAt: Nullable(RecordTime),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

/** Which contacts: those that meet every condition and hold every word. */
export const ContactFilter = Type.Object({
  filters: Type.Optional(Filters),
  searchTerm: Type.Optional(Type.String({ maxLength: 200 })),
});

/** The login that a contact was given. */
export const Credentials = Type.Object({
  contactUuid: Uuid,
  userUuid: Uuid,
  email: Type.String(),
  credentialsInitializedAt: RecordTime,
});

export type ContactRow = Static<typeof Contact>;
export type NewContact = Static<typeof ContactInput>;
export type ContactChanges = Static<typeof ContactUpdate>;
export type ContactFilter = Static<typeof ContactFilter>;
export type AddressChanges = Static<typeof AddressInput>;

import { Enum, IsoDate, Kept, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type TSchema, Type } from 'typebox';
import { Version } from '../http/if-match.ts';
import type { ListFields } from '../lists/fields.ts';
import { listFieldsOf, type RecordFields, schemaOf } from '../lists/record-fields.ts';
import { glanceFields, glanceTable } from './contact-glance.ts';
import { asIdentity, asPreferredEmail, asPrimaryEmail } from './identifying-fields.ts';
import { readManagerName } from './manager-name.ts';
import {
  Address,
  AddressInput,
  Clearable,
  CompliancePhone,
  CompliancePhoneInput,
  Country3,
  CurrentEmployment,
  CustomFields,
  IdentityDocument,
  IdentityDocumentInput,
  keptPhone,
  PastEmployment,
  PepEntry,
  PreferredPhone,
  PreferredPhoneInput,
  ShortText,
  Texts,
} from './profile-schemas.ts';
import { readinessFields } from './readiness/readiness-fields.ts';

export const contactTypes = ['SUBSCRIBER', 'PROSPECT', 'NON_SUBSCRIBER', 'ACTIVE'] as const;
const contactMeans = ['EMAIL', 'PHONE', 'MESSAGE'] as const;
const contactPreferences = ['EMAIL', 'CALL', 'MESSAGE'] as const;
export const languages = ['SPANISH', 'ENGLISH'] as const;
const firmTypes = ['TENANT', 'PARTNER'] as const;
export const statuses = ['ACTIVE', 'INACTIVE'] as const;
const genders = ['MALE', 'FEMALE', 'OTHER'] as const;
const maritalStatuses = ['MARRIED', 'SINGLE', 'DIVORCED', 'WIDOWED'] as const;
const identityTypes = [
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
const IdentityId = Type.String({ minLength: 1, maxLength: 100, format: 'not-blank' });
const Amount = Type.String({
  pattern: '^-?\\d{1,15}(\\.\\d{1,4})?$',
  examples: ['1250000.50'],
  description: 'An exact amount as text',
});
const MaybeText = Nullable(Type.String());
// Untyped, because the serialiser would join a list where text is allowed too.
const AnyTexts = Type.Unsafe<string | string[] | null>({ description: 'Text, texts or null' });
const ListOf = <S extends TSchema>(item: S) => Type.Array(item, { maxItems: 100 });

const text = { list: { type: 'text' } } as const;
const asStated = (value: unknown): unknown => value;
const shown = { list: { type: 'text', foldedIn: 'c.display_name_key' } } as const;
const choice = { list: { type: 'enum' } } as const;
const exported = { exported: true } as const;

/** Returns a field that a new contact must state and a change may. */
const required = <S extends TSchema>(input: S) => ({ create: input, update: Kept(input) });
/** Returns a field that a new contact and a change may state, and null clears. */
const clearable = <S extends TSchema>(input: S) => ({
  create: Clearable(input),
  update: Clearable(input),
});
/** Returns a field that a change may state once the contact exists, and null clears. */
const changed = <S extends TSchema>(input: S) => ({ update: Clearable(input) });

const maybeName = { answer: MaybeText, ...clearable(ShortText), ...text, ...exported };
const country = { answer: MaybeText, ...changed(Country3), ...choice };
/** Returns a field of a word that a contact always has. */
const chosen = <S extends TSchema>(words: S) => ({
  answer: words,
  ...required(words),
  ...choice,
  ...exported,
});
/** Returns a field of a word that a contact may have. */
const orNull = <S extends TSchema>(words: S) => ({ answer: Nullable(words), ...clearable(words) });
const amount = (column: string) => ({
  answer: MaybeText,
  ...changed(Amount),
  list: { type: 'number', by: column } as const,
  ...exported,
});
const time = (column: string) => `date_trunc('second', c.${column} at time zone 'UTC')`;

/** Every field of a contact, in the order of the answer. */
export const contactTable = {
  contactUuid: { answer: Uuid, list: { type: 'uuid' }, ...exported },
  contactComplianceUuid: { answer: Uuid },
  tenantUuid: { answer: Uuid },
  firstName: {
    answer: Type.String(),
    ...required(Name),
    list: { type: 'text', notNull: true, sortedBy: ['c.first_name_key'], indexed: true },
    ...exported,
  },
  middleName: maybeName,
  paternalLastName: {
    answer: Type.String(),
    ...required(Name),
    list: {
      type: 'text',
      notNull: true,
      sortedBy: ['c.last_name_key', 'c.first_name_key'],
      indexed: true,
    },
    ...exported,
  },
  maternalLastName: maybeName,
  displayName: { answer: MaybeText, ...changed(ShortText), ...shown, ...exported },
  alias: { answer: MaybeText, ...changed(ShortText), ...text },
  contactType: {
    ...chosen(Enum(contactTypes, { title: 'ContactContactType' })),
    list: { type: 'enum', notNull: true },
  },
  contactMeans: chosen(Enum(contactMeans, { title: 'ContactContactMeans' })),
  preferredContactLanguage: chosen(Enum(languages)),
  status: {
    answer: Enum(statuses),
    create: Enum(['ACTIVE']),
    update: Kept(Enum(statuses)),
    list: { type: 'enum', notNull: true },
    ...exported,
  },
  firmId: { answer: Uuid, ...required(Uuid), column: 'tenant_uuid', storedApart: true },
  firmType: {
    answer: Enum(firmTypes),
    create: Enum(['TENANT']),
    update: Kept(Enum(firmTypes)),
    ...choice,
  },
  firmEntityUuid: { answer: Uuid, update: Kept(Uuid), list: { type: 'uuid' } },
  firmName: { answer: MaybeText, ...changed(ShortText) },
  capturedByType: { ...orNull(Enum(firmTypes, { title: 'ContactCapturedByType' })), ...choice },
  capturedByEntityUuid: { answer: Nullable(Uuid), ...clearable(Uuid), list: { type: 'uuid' } },
  partnerUuid: {
    answer: Nullable(Uuid),
    column: 'captured_by_partner_uuid',
    list: { type: 'uuid' },
  },
  contactManagerId: {
    answer: Uuid,
    ...required(Uuid),
    column: 'contact_manager_entity_uuid',
    list: { type: 'uuid' },
    ...exported,
  },
  managerName: { answer: MaybeText, read: readManagerName },
  contactManagerFirmType: {
    answer: Enum(firmTypes),
    create: Enum(['TENANT']),
    update: Kept(Enum(firmTypes)),
    column: 'contact_manager_type',
  },
  contactManagerEntityUuid: { answer: Uuid, update: Kept(Uuid), list: { type: 'uuid' } },
  contactManagerType: {
    answer: Enum(firmTypes),
    update: Kept(Enum(firmTypes)),
    ...choice,
  },
  preferredEmail: { answer: MaybeText, ...clearable(Email), ...asPreferredEmail, ...exported },
  primaryEmail: { answer: MaybeText, ...changed(Email), ...asPrimaryEmail, ...exported },
  preferredPhoneNumber: {
    answer: Nullable(PreferredPhone),
    ...clearable(PreferredPhoneInput),
    document: keptPhone,
  },
  phoneNumber: {
    answer: Nullable(CompliancePhone),
    ...changed(CompliancePhoneInput),
    document: keptPhone,
  },
  dateOfBirth: {
    answer: Nullable(IsoDate),
    ...clearable(BirthDate),
    list: { type: 'date' },
    ...exported,
  },
  gender: { ...orNull(Enum(genders, { title: 'ContactGender' })), ...choice, ...exported },
  maritalStatus: {
    ...orNull(Enum(maritalStatuses, { title: 'ContactMaritalStatus' })),
    ...choice,
    ...exported,
  },
  identityType: {
    ...orNull(Enum(identityTypes, { title: 'ContactIdentityType' })),
    ...choice,
    ...exported,
  },
  identityId: { answer: MaybeText, ...clearable(IdentityId), ...asIdentity, ...exported },
  identityCountry: { answer: MaybeText, ...clearable(Country3), ...choice, ...exported },
  contactSource: { answer: MaybeText, ...clearable(ShortText), ...choice, ...exported },
  contactPreference: {
    ...orNull(Enum(contactPreferences, { title: 'ContactContactPreference' })),
    ...choice,
    ...exported,
  },
  marketSegment: { answer: MaybeText, ...clearable(ShortText), ...choice, ...exported },
  segmentName: { answer: MaybeText, ...changed(ShortText), ...choice, ...exported },
  stageName: { answer: MaybeText, ...changed(ShortText), ...choice, ...exported },
  annualIncome: amount('annual_income_amount'),
  liquidNetWorth: amount('liquid_net_worth_amount'),
  totalNetWorth: amount('total_net_worth_amount'),
  countryOfBirth: { ...country, ...exported },
  countryOfCitizenship: { ...country, ...exported },
  primaryCountryOfCitizenship: country,
  relatedToPEP: {
    answer: Nullable(Type.Boolean()),
    ...changed(Type.Boolean()),
    column: 'related_to_pep',
    list: { type: 'boolean' },
  },
  directorOrTenPercentShareholder: {
    answer: Nullable(Type.Boolean()),
    ...changed(Type.Boolean()),
  },
  pepEntries: {
    answer: Nullable(Type.Array(PepEntry)),
    ...changed(ListOf(PepEntry)),
    document: asStated,
  },
  companyNames: { answer: AnyTexts, update: Type.Optional(Texts), document: asStated },
  tradingSymbols: { answer: AnyTexts, update: Type.Optional(Texts), document: asStated },
  identityDocuments: {
    answer: Nullable(Type.Array(IdentityDocument)),
    ...changed(ListOf(IdentityDocumentInput)),
    document: asStated,
  },
  currentEmployment: {
    answer: Nullable(CurrentEmployment),
    ...changed(CurrentEmployment),
    document: asStated,
  },
  employmentHistory: {
    answer: Nullable(Type.Array(PastEmployment)),
    ...changed(ListOf(PastEmployment)),
    document: asStated,
  },
  customFields: { answer: Nullable(CustomFields), ...changed(CustomFields), document: asStated },
  addresses: { answer: Type.Array(Address), ...changed(ListOf(AddressInput)), storedApart: true },
  householdUuids: { answer: Type.Array(Uuid) },
  credentialsInitializedAt: {
    answer: Nullable(RecordTime),
    read: time('credentials_initialized_at'),
    list: { type: 'time' },
  },
  version: { answer: Version },
  ...glanceTable,
  createdAt: {
    answer: RecordTime,
    read: time('created_at'),
    list: { type: 'time', notNull: true, indexed: true },
    ...exported,
  },
  updatedAt: {
    answer: RecordTime,
    read: time('updated_at'),
    list: { type: 'time', notNull: true },
    ...exported,
  },
} as const satisfies RecordFields;

/** The body that creates a contact; firm and manager are always the tenant's own. */
export const ContactInput = schemaOf(contactTable, 'create');

/**
 * The sales, compliance and activation calls in one: what is absent stays, null clears.
 * Read-only and unknown fields are ignored.
 */
export const ContactUpdate = schemaOf(contactTable, 'update');

export const Contact = Named('Contact', schemaOf(contactTable, 'answer').properties);

/** The fields by which contacts are filtered and sorted, over contactsWithReadiness. */
export const contactFields: ListFields = {
  ...listFieldsOf(contactTable, 'c'),
  ...readinessFields,
  ...glanceFields,
};

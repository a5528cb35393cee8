import { Enum, Named, Nullable } from '@atrium/kit/schema.ts';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import {
  CallingCode,
  PhoneNumber,
  TypedCallingCode,
  TypedPhoneNumber,
} from '../http/person-fields.ts';
import { plainNumber } from '../http/phone-number.ts';

const employmentStatuses = [
  'employed',
  'self-employed',
  'self_employed',
  'homemaker',
  'retired',
  'student',
  'not-employed',
  'unemployed',
] as const;
export const documentTypes = ['CHILE_RUT_CARD', 'PASSPORT', 'NATIONAL_ID'] as const;
const addressSlices = ['SALES', 'COMPLIANCE'] as const;

/** Makes a field optional, and lets null clear it. */
export const Clearable = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema));

export const ShortText = Type.String({ maxLength: 255 });
export const Country3 = Type.String({ format: 'country-alpha-3', examples: ['CHL'] });
const Country2 = Type.String({ format: 'country-alpha-2', examples: ['CL'] });
export const RealDate = Type.String({ format: 'real-date', examples: ['2020-03-01'] });

const phone = { phoneCountryCode: CallingCode, phoneNumber: PhoneNumber };
const typedPhone = { phoneCountryCode: TypedCallingCode, phoneNumber: TypedPhoneNumber };
const country = Type.Optional(Country2);

export const PreferredPhone = Named('ContactPreferredPhoneNumber', phone);
export const CompliancePhone = Named('ContactPhoneNumber', { country, ...phone });

/** Phones as they are sent. */
export const PreferredPhoneInput = Named('ContactInputPreferredPhoneNumber', typedPhone);
export const CompliancePhoneInput = Type.Object({ country, ...typedPhone });

/** Returns a stated phone as it is kept: known keys, and numbers without what is written between digits. */
export function keptPhone(stated: Static<typeof CompliancePhoneInput>): object {
  const { country: of, phoneCountryCode, phoneNumber } = stated;
  return {
    ...(of !== undefined && { country: of }),
    phoneCountryCode: plainNumber(phoneCountryCode),
    phoneNumber: plainNumber(phoneNumber),
  };
}

/** Keeps keys that the schema does not know; the verb checks the size in bytes. */
const open = { additionalProperties: true, maxProperties: 100 } as const;

const place = {
  streetNumber: Clearable(ShortText),
  streetName: Clearable(ShortText),
  city: Clearable(ShortText),
  zipCode: Clearable(Type.String({ maxLength: 20 })),
  apartment: Clearable(ShortText),
  commune: Clearable(ShortText),
};

/** The texts of an address. */
export const addressTexts = {
  ...place,
  state: Clearable(ShortText),
  country: Clearable(Country3),
  landmark: Clearable(ShortText),
  addressType: Clearable(Type.String({ maxLength: 50, examples: ['HOME'] })),
};

/** An address as it is sent: with its addressUuid it changes that address, without it is new. */
export const AddressInput = Type.Object({
  addressUuid: Clearable(Type.String({ maxLength: 100 })),
  ...addressTexts,
  contactAddressType: Type.Optional(Enum(addressSlices)),
  isPrimary: Type.Optional(Type.Boolean()),
});

export const Address = Named('Address', {
  addressUuid: Type.String(),
  streetNumber: Nullable(Type.String()),
  streetName: Nullable(Type.String()),
  city: Nullable(Type.String()),
  state: Nullable(Type.String()),
  zipCode: Nullable(Type.String()),
  country: Nullable(Type.String()),
  apartment: Nullable(Type.String()),
  commune: Nullable(Type.String()),
  landmark: Nullable(Type.String()),
  addressType: Nullable(Type.String()),
  contactAddressType: Enum(addressSlices),
  isPrimary: Type.Boolean(),
});

const documentFields = {
  specificationType: Enum(documentTypes, {
    title: 'IdentityDocumentSpecificationDataSpecificationType',
  }),
  country: Country3,
  identityId: Type.String({ minLength: 1, maxLength: 100, format: 'not-blank' }),
  issuingAuthority: Clearable(ShortText),
  expirationDate: Clearable(RealDate),
};

export const IdentityDocument = Type.Object(
  {
    specificationData: Type.Object(documentFields, {
      title: 'IdentityDocumentSpecificationData',
      ...open,
    }),
  },
  { title: 'IdentityDocument', ...open },
);

/** A Chilean card states Chile and a number whose check digit is right. */
export const IdentityDocumentInput = Type.Object(
  {
    specificationData: Type.Object(documentFields, {
      ...open,
      if: { properties: { specificationType: { const: 'CHILE_RUT_CARD' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { country: { const: 'CHL' }, identityId: { format: 'rut' } } },
    }),
  },
  open,
);

const employment = {
  employmentStatus: Clearable(Enum(employmentStatuses, { title: 'EmploymentEmploymentStatus' })),
  employerName: Clearable(ShortText),
  jobPosition: Clearable(ShortText),
  startDate: Clearable(RealDate),
  country: Clearable(Country2),
  regionState: Clearable(ShortText),
  ...place,
} satisfies TProperties;

export const CurrentEmployment = Type.Object(employment, { title: 'Employment', ...open });
export const PastEmployment = Type.Object(
  { ...employment, endDate: Clearable(RealDate) },
  { title: 'PastEmployment', ...open },
);

/** A politically exposed person's entry. */
export const PepEntry = Type.Object(
  {
    name: Clearable(ShortText),
    relationship: Clearable(ShortText),
    position: Clearable(ShortText),
    institution: Clearable(ShortText),
    country: Clearable(Type.String({ format: 'country', examples: ['CHL'] })),
    startDate: Clearable(RealDate),
    endDate: Clearable(RealDate),
    notes: Clearable(Type.String({ maxLength: 2000 })),
  },
  { title: 'PepEntry', ...open },
);

/** Company names and trading symbols come as one text, several or none. */
export const Texts = Type.Unsafe<string | string[] | null>({
  type: ['string', 'array', 'null'],
  items: { type: 'string', maxLength: 255 },
  maxItems: 100,
  maxLength: 2000,
});

/** An object of at most 100 keys; the verb checks its size in bytes. */
export const CustomFields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 100,
  additionalProperties: true,
});

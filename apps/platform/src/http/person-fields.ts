import { Named, Nullable } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { plainNumber } from './phone-number.ts';

/** The languages that the platform speaks with people. */
export const languages = ['SPANISH', 'ENGLISH'] as const;

export const TimeZone = Type.String({ format: 'time-zone', examples: ['America/Santiago'] });

/** A calling code as it is typed, and as it is kept: a plus and digits. */
export const TypedCallingCode = Type.String({
  format: 'calling-code',
  maxLength: 20,
  examples: ['+56'],
});
export const CallingCode = Type.String({ pattern: '^\\+\\d{1,4}$', examples: ['+56'] });

/** A phone number as it is typed, and as it is kept: digits. */
export const TypedPhoneNumber = Type.String({
  format: 'phone-number',
  maxLength: 60,
  examples: ['9 1234 5678'],
  description:
    '4 to 15 digits of any script, kept as 0 to 9; spaces, dots, dashes and parentheses are not kept',
});
export const PhoneNumber = Type.String({ pattern: '^\\d{4,15}$', examples: ['912345678'] });

const TypedPhone = Named('StaffMemberInputContactPhone', {
  countryCode: TypedCallingCode,
  number: TypedPhoneNumber,
});
export const Phone = Named('MeContactPhone', { countryCode: CallingCode, number: PhoneNumber });

/** Returns what a stated phone is in its two columns; absent stays, null clears. */
export function phoneColumns(phone: Static<typeof TypedPhone> | null | undefined) {
  if (phone === undefined) return {};
  return {
    phoneCountryCode: phone ? plainNumber(phone.countryCode) : null,
    phoneNumber: phone ? plainNumber(phone.number) : null,
  };
}

export const NullableTypedPhone = Nullable(TypedPhone);
export const NullablePhone = Nullable(Phone);

import { Nullable } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** The languages that the platform speaks with people. */
export const languages = ['SPANISH', 'ENGLISH'] as const;

export const TimeZone = Type.String({ format: 'time-zone', examples: ['America/Santiago'] });

export const Phone = Type.Object({
  countryCode: Type.String({ pattern: '^\\+\\d{1,4}$', examples: ['+56'] }),
  number: Type.String({ pattern: '^\\d{4,15}$', examples: ['912345678'] }),
});

/** Returns what a stated phone is in its two columns; absent stays, null clears. */
export function phoneColumns(phone: Static<typeof Phone> | null | undefined) {
  if (phone === undefined) return {};
  return { phoneCountryCode: phone?.countryCode ?? null, phoneNumber: phone?.number ?? null };
}

export const NullablePhone = Nullable(Phone);

import { Nullable } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';

/** The languages that the platform speaks with people. */
export const languages = ['SPANISH', 'ENGLISH'] as const;

export const TimeZone = Type.String({ format: 'time-zone', examples: ['America/Santiago'] });

export const Phone = Type.Object({
  countryCode: Type.String({ pattern: '^\\+\\d{1,4}$', examples: ['+56'] }),
  number: Type.String({ pattern: '^\\d{4,15}$', examples: ['912345678'] }),
});

export const NullablePhone = Nullable(Phone);

import { Enum, Kept, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import {
  languages,
  NullablePhone,
  NullableTypedPhone,
  TimeZone,
} from '../../http/person-fields.ts';
import { Password, User } from '../schemas.ts';
import { SecondFactor } from '../second-factor/find-second-factor.ts';

/** An object of at most 100 keys, which is kept as sent; the verb checks its size in bytes. */
const Preferences = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 100,
  additionalProperties: true,
});

const Adviser = Named('MeAdviser', {
  displayName: Type.String(),
  email: Type.String(),
  phone: NullablePhone,
});

export const Profile = Type.Object({
  timeZone: Nullable(Type.String()),
  platformLanguage: Enum(languages),
  contactPhone: NullablePhone,
  preferences: Preferences,
  tenantName: Type.String(),
  idleMinutes: Type.Integer({
    description: 'A session begun with a cookie ends after so long without use',
  }),
  adviser: Type.Optional(
    Type.Unsafe<Static<typeof Adviser> | null>({
      ...Adviser,
      type: ['object', 'null'],
      description: 'Of a client only; null when there is none',
    }),
  ),
  changeRequests: Type.Optional(
    Type.Array(Type.Object({ createdAt: RecordTime }), {
      description: 'Of a client only: the changes that were asked for and wait, the latest first',
    }),
  ),
});

export const Me = Named('Me', {
  ...User.properties,
  ...Profile.properties,
  sessionUuid: Nullable(Uuid),
  secondFactor: SecondFactor,
});

/** A change of the own record: absent stays, and null clears the phone. */
export const MeUpdate = Type.Object({
  timeZone: Kept(TimeZone),
  platformLanguage: Kept(Enum(languages)),
  contactPhone: Type.Optional(NullableTypedPhone),
  preferences: Kept(Preferences),
});

export const PasswordChange = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 200, format: 'password' }),
  password: Password,
});

export type ProfileRow = Static<typeof Profile>;
export type MeAnswer = Static<typeof Me>;
export type MeChanges = Static<typeof MeUpdate>;

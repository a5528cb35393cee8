import { roles } from '@atrium/kit/auth/caller.ts';
import { Enum, Nullable, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** 8 to 100 characters; no composition classes (NIST SP 800-63B). */
export const Password = Type.String({ minLength: 8, maxLength: 100 });

export const Login = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 320, examples: ['admin@platform.local'] }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
});

export const User = Type.Object({
  userUuid: Uuid,
  email: Type.String(),
  userType: Enum(roles),
  roles: Type.Array(Enum(roles)),
  tenantUuid: Uuid,
  tenantCode: Type.String(),
  partnerUuid: Nullable(Uuid),
  displayName: Type.String(),
});

export const Tokens = Type.Object({
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds' }),
  refreshToken: Type.String(),
  user: User,
});

/** The text may be as long as a body: one that is no refresh token is 401 and not 400. */
export const Refresh = Type.Object({ refreshToken: Type.String({ maxLength: 1_048_576 }) });

export const PasswordReset = Type.Object({ email: Type.String({ minLength: 1, maxLength: 320 }) });

export const PasswordResetConfirm = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: Password,
});

export type TokensAnswer = Static<typeof Tokens>;
export type UserAnswer = Static<typeof User>;

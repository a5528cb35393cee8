import { roles } from '@atrium/kit/auth/caller.ts';
import { Enum, Named, Nullable, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** 8 to 100 characters; no composition classes (NIST SP 800-63B). */
export const Password = Type.String({ minLength: 8, maxLength: 100, format: 'password' });

export const Cookie = Type.Optional(
  Type.Boolean({ description: 'The refresh token comes as an HttpOnly cookie, not in the body' }),
);

export const Role = Enum(roles, { title: 'Role' });
export const Login = Named('SignIn', {
  email: Type.String({ minLength: 1, maxLength: 320, examples: ['admin@platform.local'] }),
  password: Type.String({ minLength: 1, maxLength: 200, format: 'password' }),
  cookie: Cookie,
});

export const User = Named('SignedInUser', {
  userUuid: Uuid,
  email: Type.String(),
  userType: Role,
  roles: Type.Array(Role),
  tenantUuid: Uuid,
  tenantCode: Type.String(),
  partnerUuid: Nullable(Uuid),
  displayName: Type.String(),
});

export const Tokens = Named('LoginAnswer', {
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds' }),
  refreshToken: Type.Optional(Type.String({ description: 'Absent where it is a cookie' })),
  user: User,
});

/** The text may be as long as a body: one that is no refresh token is 401 and not 400. */
const RefreshToken = Type.Optional(
  Type.String({ maxLength: 1_048_576, description: 'Else that of the cookie' }),
);

/** Whose session a page or a program means; the cookie may be another person's by now. */
const meant = {
  userUuid: Type.Optional(
    Type.String({ format: 'uuid', description: 'Whose session it is to be' }),
  ),
  tenantUuid: Type.Optional(
    Type.String({ format: 'uuid', description: 'The firm of that person' }),
  ),
};

export const Refresh = Nullable(
  Type.Object({ refreshToken: RefreshToken, cookie: Cookie, ...meant }),
);

export const Logout = Nullable(Type.Object({ refreshToken: RefreshToken, ...meant }));

export const PasswordReset = Type.Object({ email: Type.String({ minLength: 1, maxLength: 320 }) });

/** The secret of a mailed link. */
const LinkToken = Type.String({ minLength: 1, maxLength: 200 });

export const PasswordLinkRenewal = Type.Object({ token: LinkToken });

export const PasswordResetConfirm = Type.Object({
  token: LinkToken,
  password: Password,
  cookie: Cookie,
});

export type TokensAnswer = Static<typeof Tokens>;
export type UserAnswer = Static<typeof User>;

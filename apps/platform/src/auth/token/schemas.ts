import { type Static, Type } from 'typebox';

const Text = Type.String({ maxLength: 200 });

/** A token request (RFC 6749, section 4.4.2). */
export const TokenRequest = Type.Object({
  grant_type: Type.String({ maxLength: 200, examples: ['client_credentials'] }),
  client_id: Type.Optional(Text),
  client_secret: Type.Optional(Text),
  scope: Type.Optional({
    ...Text,
    description: 'Roles of the credential, with spaces; without it all',
  }),
});

export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
  scope: Type.String({ description: 'The roles, with spaces between' }),
});

/** A failure as RFC 6749, section 5.2, has it. */
export const TokenFailure = Type.Object({
  error: Type.String(),
  error_description: Type.String(),
});

export type TokenRequest = Static<typeof TokenRequest>;
export type TokenAnswer = Static<typeof TokenAnswer>;

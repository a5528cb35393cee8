import { Named } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const Text = Type.String({ maxLength: 200 });

/** A token request (RFC 6749, sections 4.1.3, 4.4.2 and 6; RFC 7636). */
export const TokenRequest = Type.Object({
  grant_type: Type.String({
    maxLength: 200,
    examples: ['client_credentials'],
    description: 'client_credentials, authorization_code or refresh_token',
  }),
  client_id: Type.Optional({ ...Text, description: 'Of the credential; atrium-cli for a code' }),
  client_secret: Type.Optional(Text),
  code: Type.Optional({ ...Text, description: 'What the browser brought from /authorize' }),
  code_verifier: Type.Optional({ ...Text, description: 'That of which the challenge was made' }),
  redirect_uri: Type.Optional({ ...Text, description: 'Where the code went' }),
  refresh_token: Type.Optional({ ...Text, description: 'That of the last answer; it works once' }),
  scope: Type.Optional({
    ...Text,
    description: 'Roles of the credential, with spaces; without it all',
  }),
});

export const TokenAnswer = Named('OAuthToken', {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
  refresh_token: Type.Optional(
    Type.String({ description: 'Of a person’s session: brings the next token, once' }),
  ),
  scope: Type.String({ description: 'The roles, with spaces between' }),
});

/** A failure as RFC 6749, section 5.2, has it. */
export const TokenFailure = Named('OAuthFailure', {
  error: Type.String(),
  error_description: Type.String(),
});

export type TokenRequest = Static<typeof TokenRequest>;
export type TokenAnswer = Static<typeof TokenAnswer>;

import { Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { CredentialScope } from '../credentials/schemas.ts';
import { type Scope, scopes } from '../scopes.ts';

export const PersonalTokenInput = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    format: 'not-blank',
    description: 'What the token is for, in the words of its person',
    examples: ['Report every Monday'],
  }),
  scopes: Type.Array(CredentialScope, {
    minItems: 1,
    maxItems: scopes.length,
    uniqueItems: true,
    description: 'What it reaches; writing does not include reading',
    examples: [['contacts:read', 'meetings:read'] satisfies Scope[]],
  }),
  expiresAt: Type.Optional(
    Nullable(
      Type.String({
        format: 'record-time',
        description:
          'When it ends, UTC, at most as many days from now as the firm allows (90 unless it says less); absent: then',
      }),
    ),
  ),
});

export const PersonalToken = Named('PersonalToken', {
  tokenUuid: Uuid,
  name: Type.String(),
  scopes: Type.Array(CredentialScope),
  expiresAt: RecordTime,
  createdAt: RecordTime,
  lastUsedAt: Nullable({ ...RecordTime, description: 'When it was last used, to the minute' }),
});

/** A token with its text, which no other answer has. */
export const NewPersonalToken = Type.Object({
  ...PersonalToken.properties,
  token: Nullable(Type.String({ description: 'Shown once; null in a replay by Idempotency-Key' })),
});

export type PersonalTokenRow = Static<typeof PersonalToken>;
export type TokenWanted = Static<typeof PersonalTokenInput>;

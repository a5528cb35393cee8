import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { scopes } from '../scopes.ts';

/** The roles that a machine may have. */
const machineRoles = ['TENANT_ADMIN', 'TENANT_STAFF'] as const;

/** Holds what a program may be held to. */
export const CredentialScope = Enum(scopes, { title: 'CredentialScope' });

export const CredentialInput = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    format: 'not-blank',
    examples: ['Portfolio system'],
  }),
  roles: Type.Array(Enum(machineRoles), { minItems: 1, maxItems: 2, uniqueItems: true }),
  scopes: Type.Optional(
    Nullable(
      Type.Array(CredentialScope, {
        minItems: 1,
        maxItems: scopes.length,
        uniqueItems: true,
        description: 'What it reaches; absent: all that its roles may',
      }),
    ),
  ),
  expiresAt: Type.Optional(
    Nullable(
      Type.String({
        format: 'record-time',
        examples: ['2040-01-01T00:00:00'],
        description: 'When it ends, UTC; absent: never',
      }),
    ),
  ),
});

export const Credential = Named('Credential', {
  credentialUuid: Uuid,
  clientId: Type.String(),
  name: Type.String(),
  roles: Type.Array(Enum(machineRoles)),
  scopes: Type.Array(CredentialScope, {
    description: 'What it reaches; all where none were stated',
  }),
  expiresAt: Nullable(RecordTime),
  createdAt: RecordTime,
  lastUsedAt: Nullable({ ...RecordTime, description: 'When it last got a token' }),
});

/** A credential with its secret, which no other answer has. */
export const CredentialWithSecret = Named('NewCredential', {
  ...Credential.properties,
  clientSecret: Nullable(
    Type.String({ description: 'Shown once; null in a replay by Idempotency-Key' }),
  ),
});

export type NewCredential = Static<typeof CredentialInput>;
export type CredentialRow = Static<typeof Credential>;
export type CredentialAnswer = Static<typeof CredentialWithSecret>;

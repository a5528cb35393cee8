import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { CredentialScope } from '../auth/credentials/schemas.ts';
import { Role } from '../auth/schemas.ts';

/** Somebody or something that reaches the firm's data. */
export const Access = Named('ReviewAccessItem', {
  kind: Enum(['STAFF', 'CLIENT', 'CREDENTIAL', 'TOKEN', 'ENDPOINT'], {
    description:
      'A person of the firm or of a partner, a client with a login, a machine, a personal token, or an address that is told of events',
  }),
  uuid: Uuid,
  name: Type.String(),
  ownerUuid: Nullable({
    ...Uuid,
    description:
      'Of a token its person, of a machine or an address who made it; else null, as of an identity provider’s token',
  }),
  roles: Type.Array(Role),
  scopes: Type.Array(CredentialScope, { description: 'What a machine or a token is held to' }),
  factors: Type.Array(Enum(['TOTP', 'PASSKEY']), {
    description: 'The second factors that a person has',
  }),
  isActive: Type.Boolean(),
  createdAt: RecordTime,
  lastUsedAt: Nullable(RecordTime),
  expiresAt: Nullable(RecordTime),
});

export type AccessRow = Static<typeof Access>;

/** The columns, in the order of the file. */
export const accessColumns = Object.keys(Access.properties) as (keyof AccessRow)[];

import { Named, Nullable } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';
import { Flag, ListOf, Meta, Schemas, Text } from '../schemas.ts';

const Email = Named('ScimUserInputEmail', {
  value: Type.Optional(Text(254)),
  type: Type.Optional(Text(50)),
  primary: Type.Optional(Flag),
});

/** A person as a provider sends them. Attributes that are not named here are passed over. */
export const UserInput = Named('ScimUserInput', {
  schemas: Type.Optional(Schemas),
  externalId: Type.Optional(Text(200)),
  userName: Type.Optional({
    ...Text(200),
    description: 'The login e-mail; required for a new person',
    examples: ['ana.rojas@andes.example'],
  }),
  name: Type.Optional(
    Nullable(
      Named('ScimUserInputName', {
        givenName: Type.Optional(Text(200)),
        middleName: Type.Optional(Text(200)),
        familyName: Type.Optional(Text(200)),
        formatted: Type.Optional(Text(400)),
      }),
    ),
  ),
  displayName: Type.Optional(Text(400)),
  title: Type.Optional(Text(200)),
  preferredLanguage: Type.Optional(Text(100)),
  timezone: Type.Optional(Text(100)),
  active: Type.Optional(Flag),
  emails: Type.Optional(Nullable(Type.Array(Email, { maxItems: 50 }))),
});

/** A person as SCIM answers with them; what is null elsewhere is absent here. */
export const User = Named('ScimUser', {
  schemas: Type.Array(Type.String()),
  id: Type.String({ format: 'uuid', description: 'The staffUuid' }),
  externalId: Type.Optional(Type.String()),
  userName: Type.Optional(Type.String()),
  name: Type.Optional(
    Named('ScimUserName', {
      formatted: Type.String(),
      givenName: Type.String(),
      middleName: Type.Optional(Type.String()),
      familyName: Type.String(),
    }),
  ),
  displayName: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  preferredLanguage: Type.Optional(Type.String()),
  timezone: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean()),
  emails: Type.Optional(
    Type.Array(
      Named('ScimUserEmail', {
        value: Type.String(),
        type: Type.String(),
        primary: Type.Boolean(),
      }),
    ),
  ),
  groups: Type.Optional(
    Type.Array(Named('ScimUserGroup', { value: Type.String(), display: Type.String() })),
  ),
  meta: Type.Optional(Meta),
});

export const UserList = ListOf(User);

import { Named, Nullable } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';
import { ListOf, Meta, Schemas, Text } from '../schemas.ts';

/** A group as a provider sends it. Attributes that are not named here are passed over. */
export const GroupInput = Named('ScimGroupInput', {
  schemas: Type.Optional(Schemas),
  externalId: Type.Optional(Text(256)),
  displayName: Type.Optional({
    ...Text(256),
    description: 'One of the groups of groupRoles gives its roles; required for a new group',
    examples: ['Advisers'],
  }),
  members: Type.Optional(
    Nullable(
      Type.Array(
        Named('ScimGroupInputMember', {
          value: Type.Optional({ ...Text(100), description: 'The id of a user' }),
          display: Type.Optional(Text(400)),
        }),
        { maxItems: 10_000 },
      ),
    ),
  ),
});

/** A group as SCIM answers with it. */
export const Group = Named('ScimGroup', {
  schemas: Type.Array(Type.String()),
  id: Type.String({ format: 'uuid' }),
  externalId: Type.Optional(Type.String()),
  displayName: Type.Optional(Type.String()),
  members: Type.Optional(
    Type.Array(
      Named('ScimGroupMember', {
        value: Type.String(),
        display: Type.String(),
        type: Type.String(),
      }),
    ),
  ),
  meta: Type.Optional(Meta),
});

export const GroupList = ListOf(Group);

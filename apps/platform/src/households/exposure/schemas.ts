import { Enum, Nullable, Uuid } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';
import { relationshipTypes } from '../../platform-configs/relationship-types.ts';

/** The members who are politically exposed, and those who are close to such a person. */
export const Exposure = Type.Object({
  politicallyExposed: Type.Array(Uuid),
  related: Type.Array(
    Type.Object({
      memberUuid: Uuid,
      throughMemberUuid: Nullable(Uuid),
      relationshipType: Enum(relationshipTypes),
    }),
  ),
});

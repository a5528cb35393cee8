import { Named, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const Name = Type.String({ minLength: 1, maxLength: 100, format: 'not-blank' });

export const PlatformAdminInput = Type.Object({
  userEmail: Type.String({ maxLength: 100, format: 'e-mail', examples: ['ana@platform.example'] }),
  name: Name,
  lastName: Name,
});

export const PlatformAdmin = Named('PlatformAdmin', {
  userUuid: Uuid,
  userEmail: Type.String(),
  name: Type.String(),
  lastName: Type.String(),
});

export type PlatformAdminRow = Static<typeof PlatformAdmin>;
export type NewPlatformAdmin = Static<typeof PlatformAdminInput>;

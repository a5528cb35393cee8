import { Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

export const Session = Named('Session', {
  sessionUuid: Uuid,
  createdAt: RecordTime,
  lastUsedAt: RecordTime,
  userAgent: Nullable(Type.String({ description: 'Of the sign-in' })),
  address: Nullable(Type.String({ description: 'Of the sign-in' })),
  isCurrent: Type.Boolean(),
});

export type SessionRow = Static<typeof Session>;

import { Nullable, Uuid } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';

/** What is told of one change. */
export const ToldChange = Type.Object({
  entityType: Type.String({ description: 'The kind of record, as events have it' }),
  entityUuid: Uuid,
  eventType: Type.String({ examples: ['contact.updated'] }),
  actorUuid: Nullable(Uuid),
});

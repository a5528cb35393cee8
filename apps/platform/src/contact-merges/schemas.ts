import { Enum, Named, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { contactTable } from '../contacts/fields.ts';
import type { RecordFields } from '../lists/record-fields.ts';

const table: RecordFields = contactTable;

/** The fields that can be taken from the other contact: those that can be changed. All addresses are kept. */
const takeable = Object.keys(table).filter((name) => {
  const field = table[name];
  return field?.update && !field.storedApart;
});

export const ContactMerge = Type.Object({
  fromContactUuid: Uuid,
  take: Type.Optional(
    Type.Array(Enum(takeable), {
      maxItems: takeable.length,
      examples: [['primaryEmail', 'phoneNumber']],
      description: 'Fields to take from the other contact, empty ones too; all others stay',
    }),
  ),
});
export type ContactMerge = Static<typeof ContactMerge>;

export const DuplicatePair = Named('DismissDuplicateRequest', {
  contactUuids: Type.Array(Uuid, { minItems: 2, maxItems: 2 }),
});
export type DuplicatePair = Static<typeof DuplicatePair>;

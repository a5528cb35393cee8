import { Named } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const Value = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'not-blank',
  examples: ['REFERRAL'],
});
const Label = Type.String({ maxLength: 200, examples: ['Referral'] });
const Order = Type.Integer({ minimum: 0, maximum: 100_000 });

/** One value that a field may take in this tenant. */
const ListEntry = Named('ConfigValue', {
  value: Type.String(),
  label: Type.String(),
  order: Type.Integer(),
  isActive: Type.Boolean(),
});

export const ListEntries = Type.Array(ListEntry);

/** A relationship of a household member, with the kind it belongs to. */
export const RelationshipEntries = Type.Array(
  Named('RelationshipType', { ...ListEntry.properties, group: Type.String() }),
);

/** A whole list as it is replaced: the label defaults to the value, the order to the position. */
export const ListInput = Type.Array(
  Named('ConfigValueInput', {
    value: Value,
    newValue: Type.Optional({
      ...Value,
      description: 'Takes the place of the value, also on every contact that has it',
    }),
    label: Type.Optional(Label),
    order: Type.Optional(Order),
    isActive: Type.Optional(Type.Boolean()),
  }),
  { maxItems: 500 },
);

/** How many live contacts have each value; a value that went from the list is there while some have it. */
export const ListUsage = Type.Array(
  Named('GetContactSegmentsUsageItem', {
    value: Type.String(),
    count: Type.Integer(),
    isInList: Type.Boolean(),
  }),
);

export type Entry = Static<typeof ListEntry>;
export type NewEntries = Static<typeof ListInput>;

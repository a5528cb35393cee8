import { Enum, Kept, Named, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';
import { Version } from '../http/if-match.ts';
import type { ListFields } from '../lists/fields.ts';
import { fieldsWith, listFieldsOf, type RecordFields, schemaOf } from '../lists/record-fields.ts';

export const managerTypes = ['TENANT_STAFF', 'PARTNER_STAFF'] as const;

export const HouseholdName = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'not-blank',
  examples: ['Familia Araya'],
});

const exported = { exported: true } as const;

/** Every field of a household, in the order of the answer, its members apart. */
export const householdTable = {
  householdUuid: { answer: Uuid, list: { type: 'uuid' }, ...exported },
  tenantUuid: { answer: Uuid },
  name: {
    answer: Type.String(),
    create: HouseholdName,
    update: Kept(HouseholdName),
    list: { type: 'text', notNull: true, sortedBy: ['h.name_key'], indexed: true },
    ...exported,
  },
  relationshipManagerType: {
    answer: Enum(managerTypes),
    create: Enum(managerTypes),
    update: Kept(Enum(managerTypes)),
    list: { type: 'enum' },
    ...exported,
  },
  relationshipManagerUuid: {
    answer: Uuid,
    create: Uuid,
    update: Kept(Uuid),
    list: { type: 'uuid' },
    ...exported,
  },
  relationshipManagerName: {
    answer: Type.String(),
    read: `(select s.first_name || ' ' || s.paternal_last_name from staff_members s
      where s.tenant_uuid = h.tenant_uuid and s.staff_uuid = h.relationship_manager_uuid)`,
    ...exported,
  },
  isActive: {
    answer: Type.Boolean(),
    create: Type.Optional(Type.Boolean()),
    update: Type.Optional(Type.Boolean()),
    list: { type: 'boolean' },
    ...exported,
  },
  accountNumbers: {
    answer: Type.Array(Type.String()),
    read: `array(select a.account_number from household_accounts a
      where a.tenant_uuid = h.tenant_uuid and a.household_uuid = h.household_uuid
      order by a.ordinal)`,
    ...exported,
  },
  memberCount: {
    answer: Type.Integer(),
    read: `(select count(*)::int from household_members m
      where m.tenant_uuid = h.tenant_uuid and m.household_uuid = h.household_uuid
        and m.removed_at is null)`,
    ...exported,
  },
  // What a household was at times before it had versions has none.
  version: { answer: Version, read: 'coalesce(h.version, 1)' },
  createdAt: {
    answer: RecordTime,
    read: `h.created_at at time zone 'UTC'`,
    list: { type: 'time', notNull: true, indexed: true },
    ...exported,
  },
  updatedAt: {
    answer: RecordTime,
    read: `h.updated_at at time zone 'UTC'`,
    list: { type: 'time', notNull: true },
    ...exported,
  },
} as const satisfies RecordFields;

/** A household as lists show it. */
export const HouseholdSummary = Named(
  'HouseholdSummary',
  schemaOf(householdTable, 'answer').properties,
);

/** The fields by which households are filtered and sorted, over householdsWithMeetings. */
export const householdFields: ListFields = {
  ...listFieldsOf(householdTable, 'h'),
  lastMeetingAt: { column: 'f.last_meeting_at', type: 'time' },
  nextMeetingAt: { column: 'f.next_meeting_at', type: 'time' },
};

/** The fields that exports have as columns. */
export const exportedTable = fieldsWith(householdTable, 'exported');

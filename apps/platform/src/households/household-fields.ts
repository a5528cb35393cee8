import type { ListFields } from '@atrium/kit/lists/fields.ts';

/** What households are filtered and sorted by. */
export const householdFields: ListFields = {
  householdUuid: { column: 'h.household_uuid', type: 'uuid' },
  name: { column: 'h.name', type: 'text', notNull: true, sortedBy: ['h.name_key'], indexed: true },
  relationshipManagerType: { column: 'h.relationship_manager_type', type: 'enum' },
  relationshipManagerUuid: { column: 'h.relationship_manager_uuid', type: 'uuid' },
  isActive: { column: 'h.is_active', type: 'boolean' },
  createdAt: { column: 'h.created_at', type: 'time', notNull: true, indexed: true },
  updatedAt: { column: 'h.updated_at', type: 'time', notNull: true },
};

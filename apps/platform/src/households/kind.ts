import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { partnerOfStaff } from '../auth/partner-of-staff.ts';
import { visibleTo } from '../auth/visible-households.ts';
import { visibleTo as visibleContacts } from '../contacts/contact-access.ts';
import type { Tx } from '../database/transaction.ts';
import { isAny, type Kind, type NearBy, nameIn, type Subject } from '../kind.ts';
import { readerOf } from '../records/record-access.ts';
import { householdBook } from './change-leader.ts';
import { moveMemberships } from './members/move-memberships.ts';
import { readValues } from './read-values.ts';

const near = (tx: Tx, { households }: NearBy) => isAny(tx, 'household_uuid', households);

const subject: Subject = {
  column: 'household_uuid',
  field: 'householdUuid',
  table: 'households',
  alias: 'h',
  sees: (tx, caller) => tx`(h.deleted_at is null and ${visibleTo(tx, caller)})`,
  related: (tx, caller, uuid) => tx`
      select 'CONTACT', c.contact_uuid
        from household_members m join contacts c using (tenant_uuid, contact_uuid)
       where m.household_uuid = ${uuid} and m.removed_at is null and c.deleted_at is null
         and ${visibleContacts(tx, caller)}
      union all
      select 'ORGANISATION', o.organisation_uuid
        from household_members m join organisations o using (tenant_uuid, organisation_uuid)
       where m.household_uuid = ${uuid} and m.removed_at is null and o.deleted_at is null`,
  abouts: ['household_uuid', 'contact_uuid'],
};

/** Households, with their members, accounts and history. */
export const householdKind: Kind = {
  entityType: 'HOUSEHOLD',
  tables: ['households', 'household_members', 'household_accounts', 'household_history'],
  name: (tx, uuid) => nameIn(tx, 'households', 'household_uuid', uuid),
  partner: (tx, { tenantUuid, uuid }) =>
    partnerOfStaff(
      tx,
      tenantUuid,
      tx`(select h.relationship_manager_uuid from households h
           where h.tenant_uuid = ${tenantUuid} and h.household_uuid = ${uuid})`,
    ),
  subject,
  history: { requireReader: readerOf('HOUSEHOLD', subject), values: readValues },
  told: { ...subject, roles: staffRoles, area: 'households', mayRead: visibleTo },
  news: {
    'household.updated': (tx, { tenantUuid, changed }) => [
      tx`select 'RECORD_HANDED_OVER', h.relationship_manager_uuid, 'HOUSEHOLD', h.household_uuid,
                null::uuid, null::text
           from households h
          where h.tenant_uuid = ${tenantUuid} and ${isAny(tx, 'household_uuid', changed('relationshipManagerUuid'))}`,
    ],
  },
  viewed: { eventType: 'household.viewed', parameter: 'householdUuid' },
  texts: [
    { table: 'households', key: ['household_uuid'], texts: ['name'], near },
    {
      table: 'household_history',
      key: ['household_uuid', 'source', 'row_key', 'ordinal'],
      json: {
        content: [
          'memberType',
          'relationshipType',
          'currency',
          'relationshipManagerType',
          'status',
        ],
      },
      near,
    },
    {
      table: 'household_accounts',
      key: ['household_uuid', 'account_number'],
      texts: ['custodian'],
      near,
    },
  ],
  merge: { counted: 'householdCount', move: moveMemberships },
  book: householdBook,
  held: (tx, { uuids }) => ({
    memberships: tx`
      select m.*, h.name as household_name
        from household_members m join households h using (tenant_uuid, household_uuid)
       where m.contact_uuid = any(${uuids}) order by m.ordinal`,
  }),
};

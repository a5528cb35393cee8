import type { Role } from '@atrium/kit/auth/caller.ts';
import { hasRole } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { partnerOfStaff } from '../auth/partner-of-staff.ts';
import type { Tx } from '../database/transaction.ts';
import { type Found, type Kind, nameIn } from '../kind.ts';
import { Problem } from '../problems.ts';
import { readerOf } from '../records/record-access.ts';
import { mostTold } from '../tell-people.ts';

const readers = [
  'SYSTEM_ADMIN',
  'TENANT_ADMIN',
  'PARTNER_ADMIN',
  'TENANT_STAFF',
] as const satisfies readonly Role[];

const found: Found = {
  table: 'staff_members',
  alias: 's',
  column: 'staff_uuid',
  sees: (tx) => tx`s.deleted_at is null`,
};

/** Staff members, with their logins and passkeys. */
export const staffKind: Kind = {
  entityType: 'STAFF',
  tables: ['staff_members'],
  name: staffName,
  actorName: staffName,
  partner: (tx, { tenantUuid, uuid }) => partnerOfStaff(tx, tenantUuid, uuid),
  told: { ...found, roles: readers, area: 'staff', mayRead: (tx) => tx`true` },
  item: found,
  news: {
    // Of a few records the one who takes them is told by each.
    'staff.book_transferred': (tx, { entityIds, attributes }) => {
      const { contactCount, householdCount, meetingCount, taskCount, toStaffUuid } = attributes;
      const counts = [contactCount, householdCount, meetingCount, taskCount].map(Number);
      if (Math.max(...counts) <= mostTold) return [];
      return [
        tx`select 'RECORD_HANDED_OVER', ${toStaffUuid ?? null}::uuid, 'STAFF', ${entityIds[0] ?? null}::uuid,
                  null::uuid, null::text`,
      ];
    },
  },
  history: {
    requireReader: async (tx, caller, uuid) => {
      if (!hasRole(caller, ...readers)) throw new Problem('FORBIDDEN');
      await readerOf('STAFF', found)(tx, caller, uuid);
    },
  },
  texts: [
    // The names of credentials; people's own are theirs.
    { table: 'accounts', key: ['user_uuid'], texts: ['display_name'], json: { preferences: [] } },
    { table: 'passkeys', key: ['passkey_uuid'], texts: ['name'] },
    { table: 'staff_members', key: ['staff_uuid'], texts: ['job_position', 'current_residence'] },
  ],
};

function staffName(tx: Tx, uuid: Fragment): Fragment {
  const name = tx`r.first_name || ' ' || r.paternal_last_name`;
  return nameIn(tx, 'staff_members', 'staff_uuid', uuid, name);
}

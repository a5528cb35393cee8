import type { Fragment } from '@atrium/kit/sql.ts';
import { partnerOfStaff } from '../auth/partner-of-staff.ts';
import type { Tx } from '../database/transaction.ts';
import { type Kind, nameIn } from '../kind.ts';

/** Staff members, with their logins and passkeys. */
export const staffKind: Kind = {
  entityType: 'STAFF',
  name: staffName,
  actorName: staffName,
  partner: (tx, { tenantUuid, uuid }) => partnerOfStaff(tx, tenantUuid, uuid),
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

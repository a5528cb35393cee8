import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { type Kind, nameIn } from '../kind.ts';

/** Administrators of the platform: logins and no more. */
export const platformAdminKind: Kind = {
  entityType: 'PLATFORM_ADMIN',
  tables: [],
  name: accountName,
  actorName: accountName,
};

function accountName(tx: Tx, uuid: Fragment): Fragment {
  return nameIn(tx, 'accounts', 'user_uuid', uuid, tx`r.display_name`);
}

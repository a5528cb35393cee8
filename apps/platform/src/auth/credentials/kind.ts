import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { type Kind, nameIn } from '../../kind.ts';

/** Credentials of machines. */
export const credentialKind: Kind = {
  entityType: 'CREDENTIAL',
  tables: ['credentials'],
  name: credentialName,
  actorName: credentialName,
  texts: [{ table: 'credentials', key: ['credential_uuid'], texts: ['name'] }],
};

function credentialName(tx: Tx, uuid: Fragment): Fragment {
  return nameIn(tx, 'credentials', 'credential_uuid', uuid);
}

import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

/** Whether the host has a connected calendar now, as a condition on `meetings m`. */
export const hostConnected = (tx: Tx): Fragment => tx`exists (
  select from calendar_connections c
   where c.tenant_uuid = m.tenant_uuid and c.user_uuid = m.host_uuid and c.status = 'CONNECTED')`;

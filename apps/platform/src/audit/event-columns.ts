import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

/**
 * Selects the columns of an event `e` that the trail shows and its hash covers, all but its number.
 */
export const eventColumns = (tx: Tx): Fragment => tx`
  e.event_uuid as event_id, e.tenant_uuid, e.event_type, record_time(e.occurred_at) as occurred_at,
  e.actor_type, e.actor_id, e.entity_type, e.entity_id, e.attributes`;

/** Selects a hash as it is written. */
export const hexHash = (tx: Tx, column: 'c.hash' | 'h.hash' | 'k.hash' | 'w.hash'): Fragment =>
  tx`encode(${tx(column)}, 'hex')`;

/** Selects a time to the microsecond in UTC, as a text: such texts are in the order of their times. */
export const exactTime = (tx: Tx, time: Fragment): Fragment =>
  tx`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

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

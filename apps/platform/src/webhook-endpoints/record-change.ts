import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';

/** Records what happened to an endpoint. */
export function recordChange(
  tx: Tx,
  change: 'created' | 'updated' | 'deleted' | 'disabled',
  endpointUuid: string,
  attributes: Record<string, string> = {},
): Promise<void> {
  return recordEvent(tx, {
    eventType: `webhook_endpoint.${change}`,
    entityType: 'WEBHOOK_ENDPOINT',
    entityId: endpointUuid,
    attributes,
  });
}

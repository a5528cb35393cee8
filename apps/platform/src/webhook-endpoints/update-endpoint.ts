import type { Tx } from '../database/transaction.ts';
import { orNotFound } from '../problems.ts';
import {
  activateEndpoint,
  deactivateEndpoint,
  lockEndpoint,
  readEndpoint,
  updateEndpointRow,
} from './queries.ts';
import { recordChange } from './record-change.ts';
import type { EndpointChanges, EndpointRow } from './schemas.ts';

/** Changes what is stated of an endpoint; `isActive: true` enables a disabled one again. Throws NOT_FOUND. */
export async function updateEndpoint(
  tx: Tx,
  endpointUuid: string,
  { isActive, url, description, eventTypes }: EndpointChanges,
): Promise<EndpointRow> {
  const before = await orNotFound(lockEndpoint(tx, endpointUuid), 'webhook endpoint');
  await updateEndpointRow(tx, endpointUuid, {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(eventTypes !== undefined && { eventTypes }),
  });
  if (isActive === true && !before.isActive) await activateEndpoint(tx, endpointUuid);
  if (isActive === false && before.isActive) await deactivateEndpoint(tx, endpointUuid, null);
  await recordChange(tx, 'updated', endpointUuid);
  tx.afterCommit('webhooks');
  return readEndpoint(tx, endpointUuid);
}

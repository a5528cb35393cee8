import { differing, pickStated } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { orNotFound } from '../problems.ts';
import { noUrl } from './endpoint-url.ts';
import {
  activateEndpoint,
  deactivateEndpoint,
  lockEndpoint,
  readEndpoint,
  updateEndpointRow,
} from './queries.ts';
import { recordChange } from './record-change.ts';
import type { EndpointChanges, EndpointRow } from './schemas.ts';

const fields = ['url', 'description', 'eventTypes'] as const;

/** Changes what is stated of an endpoint; `isActive: true` enables a disabled one again. Throws NOT_FOUND. */
export async function updateEndpoint(
  tx: Tx,
  endpointUuid: string,
  input: EndpointChanges,
): Promise<EndpointRow> {
  const { isActive } = input;
  const before = await orNotFound(lockEndpoint(tx, endpointUuid), 'webhook endpoint');
  if (before.delivery === 'POLL' && input.url !== undefined) throw noUrl();
  const stated = pickStated(input, fields);
  const isSame = differing(before, { ...before, ...stated }, fields).length === 0;
  if (isSame && (isActive ?? before.isActive) === before.isActive) return before;
  await updateEndpointRow(tx, endpointUuid, stated);
  if (isActive === true && !before.isActive) await activateEndpoint(tx, endpointUuid);
  if (isActive === false && before.isActive) await deactivateEndpoint(tx, endpointUuid, null);
  await recordChange(tx, 'updated', endpointUuid);
  tx.afterCommit('webhooks');
  return readEndpoint(tx, endpointUuid);
}

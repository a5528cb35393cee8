import type { Tx } from '../database/transaction.ts';
import { orNotFound } from '../problems.ts';
import { replaceSecret } from './queries.ts';
import { recordChange } from './record-change.ts';
import type { EndpointAnswer } from './schemas.ts';
import type { EndpointSecrets } from './secrets.ts';

/** Gives an endpoint a new secret; for 24 hours both sign. Throws NOT_FOUND. */
export async function rotateSecret(
  tx: Tx,
  secrets: EndpointSecrets,
  endpointUuid: string,
): Promise<EndpointAnswer> {
  const { secret, sealed } = secrets.make(endpointUuid);
  const endpoint = await orNotFound(replaceSecret(tx, endpointUuid, sealed), 'webhook endpoint');
  await recordChange(tx, 'updated', endpointUuid, { secretRotated: 'true' });
  return { ...endpoint, secret };
}

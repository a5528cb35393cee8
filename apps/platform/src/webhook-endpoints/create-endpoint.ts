import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { countEndpoints, insertEndpoint } from './queries.ts';
import { recordChange } from './record-change.ts';
import type { EndpointAnswer, NewEndpoint } from './schemas.ts';
import type { EndpointSecrets } from './secrets.ts';

const mostEndpoints = 20;

/** Creates an endpoint and returns it with its secret. Throws TOO_MANY_ENDPOINTS. */
export async function createEndpoint(
  tx: Tx,
  secrets: EndpointSecrets,
  input: NewEndpoint,
): Promise<EndpointAnswer> {
  if ((await countEndpoints(tx)) >= mostEndpoints) throw new Problem('TOO_MANY_ENDPOINTS');
  const endpointUuid = randomUUIDv7();
  const { secret, sealed } = secrets.make(endpointUuid);
  const endpoint = await insertEndpoint(tx, endpointUuid, input, sealed);
  await recordChange(tx, 'created', endpointUuid);
  return { ...endpoint, secret };
}

import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { countEndpoints, insertEndpoint } from './queries.ts';
import { recordChange } from './record-change.ts';
import type { EndpointAnswer, NewEndpoint } from './schemas.ts';
import type { EndpointSecrets } from './secrets.ts';

const mostEndpoints = 20;
const mostReadByOne = 2;

/** Creates an endpoint and returns it with its secret. Throws TOO_MANY_ENDPOINTS. */
export async function createEndpoint(
  tx: Tx,
  secrets: EndpointSecrets,
  input: NewEndpoint,
): Promise<EndpointAnswer> {
  const { all, own } = await countEndpoints(tx);
  if (all >= mostEndpoints) throw new Problem('TOO_MANY_ENDPOINTS');
  if (input.delivery === 'POLL' && own >= mostReadByOne)
    throw new Problem('TOO_MANY_ENDPOINTS', 'A person has two endpoints at most that are read');
  const endpointUuid = randomUUIDv7();
  const { secret, sealed } = secrets.make(endpointUuid);
  const endpoint = await insertEndpoint(tx, endpointUuid, input, sealed);
  await recordChange(tx, 'created', endpointUuid);
  return { ...endpoint, secret };
}

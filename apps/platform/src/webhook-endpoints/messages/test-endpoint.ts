import type { FastifyRequest } from 'fastify';
import { orNotFound, Problem } from '../../problems.ts';
import type { Webhooks } from '../create-webhooks.ts';
import { findTarget } from '../delivery/queries.ts';
import { recordTries } from '../delivery/record-tries.ts';
import { sendMessage } from '../delivery/send-message.ts';
import { readEndpoint } from '../queries.ts';
import { findMessage, insertTest } from './queries.ts';
import type { TestedRow } from './schemas.ts';

/**
 * Sends a test message and waits for its first try; one that fails is tried again like any other, and
 * while outgoing work is paused, or where messages are read, the message waits with the others.
 * Throws NOT_FOUND, or ENDPOINT_INACTIVE.
 */
export async function testEndpoint(
  request: FastifyRequest,
  webhooks: Webhooks,
  endpointUuid: string,
): Promise<TestedRow> {
  const isPaused = await webhooks.isPaused();
  const { target, message } = await request.inTenant(async (tx) => {
    const { delivery, isActive } = await readEndpoint(tx, endpointUuid);
    const found = await findTarget(tx, endpointUuid);
    if (!isActive || (delivery === 'PUSH' && !found)) throw new Problem('ENDPOINT_INACTIVE');
    const tried = isPaused ? undefined : found;
    return { target: tried, message: await insertTest(tx, endpointUuid, tried !== undefined) };
  });
  const tries = target ? [await sendMessage(webhooks, target, message)] : [];
  return request.inTenant(async (tx) => {
    if (tries.length > 0) await recordTries(tx, endpointUuid, tries);
    return orNotFound(findMessage(tx, endpointUuid, message.messageUuid), 'webhook endpoint');
  });
}

import type { Tx } from '../database/transaction.ts';
import { notFound } from '../problems.ts';
import { softDeleteEndpoint } from './queries.ts';
import { recordChange } from './record-change.ts';

/** Deletes an endpoint; nothing more is sent to it. Throws NOT_FOUND. */
export async function deleteEndpoint(tx: Tx, endpointUuid: string): Promise<void> {
  if (!(await softDeleteEndpoint(tx, endpointUuid))) throw notFound('webhook endpoint');
  await recordChange(tx, 'deleted', endpointUuid);
}

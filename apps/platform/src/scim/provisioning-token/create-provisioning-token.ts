import { randomUUIDv7 } from 'node:crypto';
import { checkEnd } from '../../auth/check-end.ts';
import { hashOpaqueToken, newOpaqueToken } from '../../auth/opaque-token.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { provisioningPrefix } from './find-caller.ts';
import { endTokensBefore, insertProvisioningToken } from './queries.ts';

const mostDays = 365;

/**
 * Creates the token by which the tenant's identity provider keeps its staff, and returns its text, of which
 * the hash alone is kept. One that was there before ends in a day. Throws VALIDATION_FAILED for a time to
 * end that has passed or is too far.
 */
export async function createProvisioningToken(tx: Tx, expiresAt: string | null) {
  if (expiresAt !== null) checkEnd(expiresAt, mostDays);
  await endTokensBefore(tx);
  const token = `${provisioningPrefix}${newOpaqueToken()}`;
  const row = await insertProvisioningToken(tx, {
    tokenUuid: randomUUIDv7(),
    tokenHash: hashOpaqueToken(token),
    expiresAt,
    days: mostDays,
  });
  await recordEvent(tx, {
    eventType: 'tenant.provisioning_token_created',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
  });
  return { token, ...row };
}

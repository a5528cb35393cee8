import { createHmac } from 'node:crypto';
import { countedAddress } from '@atrium/kit/http/counted-address.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { Problem } from '../problems.ts';
import type { AccountWithPassword } from './queries.ts';

/**
 * Returns the keyed hash of an address as limits count it: there are so few addresses that a plain
 * hash could be guessed.
 */
export function hashAddress(secretKey: string, address: string): Buffer {
  return createHmac('sha256', secretKey).update(countedAddress(address)).digest();
}

/** Returns why somebody who has proven who it is may not come in all the same. */
export function inactivityOf({ tenantIsActive, isActive }: AccountWithPassword) {
  if (!tenantIsActive) return 'TENANT_INACTIVE';
  return isActive ? undefined : 'USER_INACTIVE';
}

/** Throws TENANT_INACTIVE or USER_INACTIVE. */
export function refuseInactive(account: AccountWithPassword): void {
  const refusal = inactivityOf(account);
  if (refusal) throw new Problem(refusal);
}

/** Records a failure for the tenant it aimed at; of one that aimed at nobody, for the platform's own. */
export async function recordFailure(
  tx: Tx,
  account: AccountWithPassword | undefined,
  reason: string,
): Promise<void> {
  await recordEvent(tx, {
    eventType: 'login.failure',
    tenantUuid: account?.tenantUuid ?? platformTenantUuid,
    actor: account ? actorOf(account) : system,
    entityType: 'SESSION',
    entityId: null,
    attributes: { reason },
  });
}

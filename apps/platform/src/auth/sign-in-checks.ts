import { countedAddress } from '@atrium/kit/http/counted-address.ts';
import type { Db } from '../database/db.ts';
import { createMacs, type KeyRing } from '../database/key-ring.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { system } from '../database/principal.ts';
import type { Tx, Work } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { Problem } from '../problems.ts';
import type { AccountWithPassword } from './queries.ts';

/**
 * Returns the keyed hashes of an address as limits count it, that by the first key first: there are so
 * few addresses that a plain hash could be guessed.
 */
export function hashAddress(secretKeys: KeyRing, address: string): Buffer[] {
  return createMacs(secretKeys).all(countedAddress(address));
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

/**
 * Runs what begins a session or renews it; a refusal for the network, or by the firm's provider, is recorded
 * as a failure of whom `accountOf` answers then.
 */
export async function recordingRefusal<T>(
  db: Db,
  accountOf: () => WhoFailed | undefined,
  signIn: Work<T>,
): Promise<T> {
  return db.asPlatform(signIn).catch(async (error: unknown) => {
    if (error instanceof Problem && /^(NETWORK_NOT_ALLOWED|SSO_REQUIRED)$/.test(error.code))
      await db.asPlatform((tx) => recordFailure(tx, accountOf(), error.code));
    throw error;
  });
}

/** Whose sign-in has failed: a person's account, or a machine. */
type WhoFailed = Parameters<typeof actorOf>[0] & { tenantUuid: string };

/** Records a failure for the tenant it aimed at; of one that aimed at nobody, for the platform's own. */
export async function recordFailure(
  tx: Tx,
  account: WhoFailed | undefined,
  reason: string,
  { via, tenantUuid = account?.tenantUuid }: { via?: 'SSO'; tenantUuid?: string | undefined } = {},
): Promise<void> {
  await recordEvent(tx, {
    eventType: 'login.failure',
    tenantUuid: tenantUuid ?? platformTenantUuid,
    actor: account ? actorOf(account) : system,
    entityType: 'SESSION',
    entityId: null,
    attributes: { reason, ...(via ? { via } : {}) },
  });
}

import { type Role, staffRoles } from '@atrium/kit/auth/caller.ts';
import { plainAddress } from '@atrium/kit/http/counted-address.ts';
import type { Tx } from '../database/transaction.ts';

/** Returns whether who has such roles is held to the networks of the own firm: its staff and machines. */
export function isHeldToNetworks(roles: readonly Role[]): boolean {
  return !roles.includes('SYSTEM_ADMIN') && staffRoles.some((role) => roles.includes(role));
}

/** Returns whether an account's firm refuses it at an address, as which an unreadable text counts too. */
export async function isOutside(
  tx: Tx,
  { tenantUuid, roles }: { tenantUuid: string; roles: readonly Role[] },
  address: string,
): Promise<boolean> {
  if (!isHeldToNetworks(roles)) return false;
  const [row] = await tx<[{ isAllowed: boolean }]>`
    select network_allowed(${tenantUuid}, ${plainAddress(address) ?? null}::inet) as is_allowed`;
  return !row.isAllowed;
}

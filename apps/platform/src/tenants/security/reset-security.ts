import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import { findTenantNamed } from '../find-tenant-named.ts';
import { findSecurityPolicy, lockTenant, upsertSecurityPolicy } from './queries.ts';
import type { SecurityPolicyRow } from './schemas.ts';
import { recordPolicyChange } from './update-security-policy.ts';

/**
 * Lifts the rules of a tenant that can lock everybody out: its networks, and that visits are approved.
 * Takes its code or identifier, and returns the names of what it changed. Throws NOT_FOUND.
 */
export async function resetSecurity(db: Db, tenant: string): Promise<string[]> {
  const tenantUuid = await findTenantNamed(db, tenant);
  return db.asTenant(tenantUuid, system, async (tx) => {
    await lockTenant(tx);
    const before = await findSecurityPolicy(tx, tx.tenantUuid);
    const changes = {
      ...(before.allowedNetworks.length > 0 && { allowedNetworks: [] }),
      ...(before.vendorAccess === 'APPROVED' && { vendorAccess: 'TOLD' as const }),
    };
    const changed = Object.keys(changes) as (keyof SecurityPolicyRow)[];
    if (changed.length === 0) return [];
    await upsertSecurityPolicy(tx, changes);
    await recordPolicyChange(tx, await findSecurityPolicy(tx, tx.tenantUuid), changed);
    return changed;
  });
}

import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { readNetwork } from '@atrium/kit/http/networks.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { isOutside } from '../../http/networks.ts';
import { Problem } from '../../problems.ts';
import {
  endIdleSessions,
  endSessionsThatAreOver,
  findSecurityPolicy,
  lockTenant,
  upsertSecurityPolicy,
} from './queries.ts';
import type { SecurityPolicyChanges, SecurityPolicyRow } from './schemas.ts';

type Name = keyof SecurityPolicyRow;

/** Says who changes a policy, and from where. */
type Changer = { caller: Caller; address: string };

/**
 * Changes what is stated of the tenant's rules for signing in. Throws FORBIDDEN for a change of
 * `vendorAccess` by anybody but its administrators, and NETWORKS_LOCK_OUT.
 */
export async function updateSecurityPolicy(
  tx: Tx,
  { caller, address }: Changer,
  stated: SecurityPolicyChanges,
): Promise<SecurityPolicyRow> {
  await lockTenant(tx);
  const before = await findSecurityPolicy(tx, tx.tenantUuid);
  const changes = changesOf(before, withPlainNetworks(stated));
  const changed = (Object.keys(changes) as Name[]).sort();
  if (changed.length === 0) return before;
  if (changed.includes('vendorAccess') && !hasRole(caller, 'TENANT_ADMIN'))
    throw new Problem('FORBIDDEN', 'Only administrators of the tenant change vendorAccess');
  if (changed.includes('idleMinutes')) await endIdleSessions(tx);
  if (changed.includes('sessionHours')) await endSessionsThatAreOver(tx);
  await upsertSecurityPolicy(tx, changes);
  // Whoever belongs to another tenant is not held to the networks of this one.
  if (caller.homeTenantUuid === tx.tenantUuid && (await isOutside(tx, caller, address)))
    throw new Problem('NETWORKS_LOCK_OUT');
  const after = await findSecurityPolicy(tx, tx.tenantUuid);
  await recordPolicyChange(tx, after, changed);
  return after;
}

/** Records that rules of a tenant changed, with their values; of networks how many there are. */
export async function recordPolicyChange(tx: Tx, after: SecurityPolicyRow, changed: Name[]) {
  const textOf = (name: Name) =>
    String(name === 'allowedNetworks' ? after[name].length : after[name]);
  await recordEvent(tx, {
    eventType: 'tenant.security_updated',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: {
      changedFields: changed.join(),
      ...Object.fromEntries(changed.map((name) => [name, textOf(name)])),
    },
  });
}

/** Returns what differs from the rules as they are; what a body names besides them is nothing. */
function changesOf(before: SecurityPolicyRow, stated: SecurityPolicyChanges) {
  const changed = (Object.keys(before) as Name[]).filter(
    (name) => stated[name] !== undefined && String(stated[name]) !== String(before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, stated[name]])) as SecurityPolicyChanges;
}

function withPlainNetworks(stated: SecurityPolicyChanges): SecurityPolicyChanges {
  if (!stated.allowedNetworks) return stated;
  const networks = stated.allowedNetworks.map((text) => readNetwork(text) ?? text);
  return { ...stated, allowedNetworks: [...new Set(networks)] };
}

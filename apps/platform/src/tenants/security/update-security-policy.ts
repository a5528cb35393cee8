import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import {
  endIdleSessions,
  findSecurityPolicy,
  lockTenant,
  upsertSecurityPolicy,
} from './queries.ts';
import type { SecurityPolicyChanges, SecurityPolicyRow } from './schemas.ts';

const names = ['idleMinutes', 'passwordMinLength', 'recordViews', 'secondFactor'] as const;

/** Changes what is stated of the tenant's rules for signing in. */
export async function updateSecurityPolicy(
  tx: Tx,
  stated: SecurityPolicyChanges,
): Promise<SecurityPolicyRow> {
  await lockTenant(tx);
  const before = await findSecurityPolicy(tx, tx.tenantUuid);
  const changed = names.filter(
    (name) => stated[name] !== undefined && stated[name] !== before[name],
  );
  if (changed.length === 0) return before;
  if (changed.includes('idleMinutes')) await endIdleSessions(tx);
  await upsertSecurityPolicy(tx, Object.fromEntries(changed.map((name) => [name, stated[name]])));
  const after = await findSecurityPolicy(tx, tx.tenantUuid);
  await recordEvent(tx, {
    eventType: 'tenant.security_updated',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: {
      changedFields: changed.join(),
      ...Object.fromEntries(changed.map((name) => [name, String(after[name])])),
    },
  });
  return after;
}

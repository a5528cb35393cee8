import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { notFound, Problem } from '../problems.ts';
import { softDeleteTenant } from './restore/queries.ts';

/**
 * Deletes a tenant softly: its rows stay, its users are shut out at once, its code, domain and login
 * e-mails are free again. It can be restored.
 */
export async function deleteTenant(tx: Tx, tenantUuid: string): Promise<void> {
  if (tenantUuid === platformTenantUuid) throw new Problem('PLATFORM_TENANT');
  if (!(await softDeleteTenant(tx, tenantUuid))) throw notFound('tenant');
  await recordEvent(tx, { ...deletionOf(tenantUuid), tenantUuid });
  // Nobody enters the deleted tenant to read it there.
  await recordForPlatform(tx, tenantUuid);
}

/** Records in the platform's trail that a tenant is closed: with that its own trail may end. */
export function recordForPlatform(tx: Tx, tenantUuid: string): Promise<void> {
  return recordEvent(tx, { ...deletionOf(tenantUuid), tenantUuid: platformTenantUuid });
}

const deletionOf = (tenantUuid: string) =>
  ({ eventType: 'tenant.deleted', entityType: 'TENANT', entityId: tenantUuid }) as const;

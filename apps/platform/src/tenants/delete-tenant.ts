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
  const event = {
    eventType: 'tenant.deleted',
    entityType: 'TENANT',
    entityId: tenantUuid,
  } as const;
  await recordEvent(tx, { ...event, tenantUuid });
  // Nobody enters the deleted tenant to read it there.
  await recordEvent(tx, { ...event, tenantUuid: platformTenantUuid });
}

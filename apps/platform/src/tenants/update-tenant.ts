import { changedFields, changesOf } from '../changed-fields.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { notFound, Problem } from '../problems.ts';
import { lockTenant, updateTenantRow } from './queries.ts';
import type { TenantChanges, TenantRow } from './schemas.ts';

/**
 * Changes a tenant; one that is made inactive shuts its users out at once, and mails wait until it is
 * active again.
 */
export async function updateTenant(
  tx: Tx,
  tenantUuid: string,
  input: TenantChanges,
): Promise<TenantRow> {
  const { name, code, isActive } = input;
  if (tenantUuid === platformTenantUuid && isActive === false) throw new Problem('PLATFORM_TENANT');
  const changes = isActive === undefined ? { name, code } : { name, code, isActive };
  const before = await lockTenant(tx, tenantUuid);
  if (!before) throw notFound('tenant');
  const tenant = await updateTenantRow(tx, tenantUuid, changes);
  if (!tenant) return before;
  const fieldChanges = changesOf(before, tenant, ['code', 'isActive', 'name']);
  await recordEvent(tx, {
    eventType: 'tenant.updated',
    tenantUuid,
    entityType: 'TENANT',
    entityId: tenantUuid,
    attributes: {
      isActive: String(tenant.isActive),
      ...changedFields(fieldChanges.map(({ field }) => field)),
    },
    changes: fieldChanges,
  });
  return tenant;
}

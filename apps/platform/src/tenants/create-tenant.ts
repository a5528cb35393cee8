import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { insertTenant } from './queries.ts';
import type { NewTenant, TenantRow } from './schemas.ts';

/** Creates a tenant. Fails with TENANT_CODE_TAKEN. */
export async function createTenant(tx: Tx, input: NewTenant): Promise<TenantRow> {
  const tenantUuid = randomUUIDv7();
  const tenant = await insertTenant(tx, tenantUuid, input);
  await recordEvent(tx, {
    eventType: 'tenant.created',
    tenantUuid,
    entityType: 'TENANT',
    entityId: tenantUuid,
  });
  return tenant;
}

import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import { recordEvent } from '../events.ts';
import { findTenantNamed } from '../tenants/find-tenant-named.ts';
import { findConnection, saveConnection } from './queries.ts';

/**
 * Lets the staff of a firm sign in by password again, for who has the machine. The connection stays.
 * Returns whether there was anything to change. Throws where the firm is not known.
 */
export async function resetSso(db: Db, tenant: string): Promise<boolean> {
  const tenantUuid = await findTenantNamed(db, tenant);
  return db.asTenant(tenantUuid, system, async (tx) => {
    const connection = await findConnection(tx);
    if (connection.signIn === 'ANY') return false;
    await saveConnection(tx, { ...connection, signIn: 'ANY' });
    await recordEvent(tx, {
      eventType: 'tenant.sso_updated',
      entityType: 'TENANT',
      entityId: tenantUuid,
      attributes: { changedFields: 'signIn', signIn: 'ANY' },
    });
    return true;
  });
}

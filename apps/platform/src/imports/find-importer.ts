import type { Role } from '@atrium/kit/auth/caller.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';

/** Who asked for an import, with the rights of today. */
export type Importer = { roles: Role[]; partnerUuid: string | null; isMachine: boolean };

/**
 * Returns the person or machine that asked for an import, as it may still do so: undefined when it was
 * deactivated or deleted, when its partner, its firm or its time is over, or when no role of today is
 * one that imports. A platform transaction's query, since administrators of the platform import too.
 */
export async function findImporter(
  tx: Tx,
  tenantUuid: string,
  userUuid: string,
  roles: readonly Role[],
): Promise<Importer | undefined> {
  const [importer] = await tx<Importer[]>`
    select a.roles, a.partner_uuid, c.credential_uuid is not null as is_machine
      from accounts a
      join tenants t on t.tenant_uuid = ${tenantUuid}
      left join credentials c on c.tenant_uuid = a.tenant_uuid and c.credential_uuid = a.user_uuid
     where a.user_uuid = ${userUuid} and a.tenant_uuid in (${tenantUuid}, ${platformTenantUuid})
       and a.is_active and a.deleted_at is null and partner_active(a.tenant_uuid, a.partner_uuid)
       and a.roles && ${[...roles]}::text[] and coalesce(c.expires_at > now(), true)
       and t.deleted_at is null and (t.is_active or a.tenant_uuid <> t.tenant_uuid)`;
  return importer;
}

import type { Tx } from '../../database/transaction.ts';
import type { SecurityPolicyChanges, SecurityPolicyRow } from './schemas.ts';

/** Returns a tenant's rules for signing in; a tenant that never set any has the defaults. */
export async function findSecurityPolicy(tx: Tx, tenantUuid: string): Promise<SecurityPolicyRow> {
  const [policy] = await tx<[SecurityPolicyRow]>`
    select coalesce(p.second_factor, 'OPTIONAL') as second_factor,
           coalesce(p.idle_minutes, 30) as idle_minutes,
           coalesce(p.password_min_length, 8) as password_min_length,
           coalesce(p.record_views, false) as record_views,
           coalesce(p.allowed_networks::text[], '{}') as allowed_networks,
           coalesce(p.session_hours, 720) as session_hours,
           coalesce(p.token_days, 90) as token_days,
           coalesce(p.refuse_common_passwords, false) as refuse_common_passwords,
           coalesce(p.assistants, 'OFF') as assistants,
           coalesce(p.vendor_access, 'TOLD') as vendor_access
      from (values (${tenantUuid}::uuid)) as asked (tenant_uuid)
      left join tenant_security p using (tenant_uuid)`;
  return policy;
}

/** Locks the tenant, as beginning sessions do. */
export async function lockTenant(tx: Tx): Promise<void> {
  await tx`select from tenants where tenant_uuid = ${tx.tenantUuid} for no key update`;
}

export async function upsertSecurityPolicy(tx: Tx, changes: SecurityPolicyChanges): Promise<void> {
  await tx`
    insert into tenant_security ${tx({ tenantUuid: tx.tenantUuid, ...changes })}
    on conflict (tenant_uuid) do update set ${tx(changes)}`;
}

/** Ends the sessions whose sign-in is too long ago, so that a longer time does not bring them back. */
export async function endSessionsThatAreOver(tx: Tx): Promise<void> {
  await tx`
    update sessions set revoked_at = now()
     where tenant_uuid = ${tx.tenantUuid} and not is_token and session_uuid <> user_uuid
       and revoked_at is null and session_over(tenant_uuid, created_at)`;
}

/** Ends the sessions whose idle time is over, so that a longer one does not bring them back. */
export async function endIdleSessions(tx: Tx): Promise<void> {
  await tx`
    update sessions set revoked_at = now()
     where tenant_uuid = ${tx.tenantUuid} and by_cookie and revoked_at is null
       and session_idle(tenant_uuid, used_at)`;
}

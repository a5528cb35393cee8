import type { Tx } from '../../database/transaction.ts';
import type { NotRestoredRow } from './schemas.ts';

/**
 * Marks a live tenant as deleted, and frees its domains and the e-mails that its people sign in with;
 * false when there is none. Their sessions and links end, and its webhook endpoints are switched
 * off: none of it comes back. A machine's only session stays, which the deletion shuts out.
 */
export async function softDeleteTenant(tx: Tx, tenantUuid: string): Promise<boolean> {
  const { count } = await tx`
    update tenants set deleted_at = change_time() where tenant_uuid = ${tenantUuid} and deleted_at is null`;
  if (count === 0) return false;
  await tx`update tenant_domains set proven_at = null where tenant_uuid = ${tenantUuid}`;
  await tx`update sso_domains set proven_at = null where tenant_uuid = ${tenantUuid}`;
  await tx`
    with freed as (
      delete from login_emails where tenant_uuid = ${tenantUuid}
      returning tenant_uuid, user_uuid, email_folded)
    insert into freed_login_emails (tenant_uuid, user_uuid, email_folded) select * from freed`;
  await tx`
    update sessions set revoked_at = now()
     where tenant_uuid = ${tenantUuid} and revoked_at is null and session_uuid <> user_uuid`;
  await tx`
    update password_tokens set used_at = now() where tenant_uuid = ${tenantUuid} and used_at is null`;
  await tx`
    update tenant_mail set token_hash = null
     where tenant_uuid = ${tenantUuid} and token_hash is not null`;
  await tx`delete from sign_in_challenges where tenant_uuid = ${tenantUuid}`;
  await tx`delete from calendar_feeds where tenant_uuid = ${tenantUuid}`;
  await tx`
    update webhook_endpoints set active_until = now()
     where tenant_uuid = ${tenantUuid} and active_until is null`;
  return true;
}

/** Finds a tenant, deleted or not, and locks it. */
export async function lockAnyTenant(tx: Tx, tenantUuid: string) {
  const [tenant] = await tx<{ isDeleted: boolean; isBeingRemoved: boolean }[]>`
    select deleted_at is not null as is_deleted,
           exists (select from tenant_purges p where p.purged_tenant_uuid = t.tenant_uuid) as is_being_removed
      from tenants t where tenant_uuid = ${tenantUuid} for no key update`;
  return tenant;
}

/**
 * Brings a deleted tenant back, not active, with another code if one is given. Nobody signs in by its
 * identity provider until it is switched on again. Fails with TENANT_CODE_TAKEN.
 */
export async function undeleteTenant(
  tx: Tx,
  tenantUuid: string,
  code: string | undefined,
): Promise<void> {
  await tx`
    update tenants set deleted_at = null, is_active = false, code = coalesce(${code ?? null}, code)
     where tenant_uuid = ${tenantUuid}`;
  await tx`
    update sso_connections set is_active = false where tenant_uuid = ${tenantUuid} and is_active`;
}

/** Finds the domain that a deleted tenant had. */
export async function findFreedDomain(tx: Tx, tenantUuid: string) {
  const [freed] = await tx<{ domain: string; active: boolean; challenge: string }[]>`
    select d.domain, d.active, d.challenge from tenant_domains d join tenants t using (tenant_uuid)
     where d.tenant_uuid = ${tenantUuid} and t.deleted_at is not null`;
  return freed;
}

/** Lists the e-mail domains that a deleted tenant had. */
export function listFreedEmailDomains(tx: Tx, tenantUuid: string) {
  return tx<{ domain: string; challenge: string }[]>`
    select d.domain, d.challenge from sso_domains d join tenants t using (tenant_uuid)
     where d.tenant_uuid = ${tenantUuid} and t.deleted_at is not null order by d.ordinal`;
}

/** Gives a tenant its domain back, proven anew or not yet; left out is one that another tenant has by now. */
export async function returnDomain(
  tx: Tx,
  tenantUuid: string,
  { challenge, proven }: { challenge: string; proven: boolean },
): Promise<NotRestoredRow[]> {
  const taken = await tx<NotRestoredRow[]>`
    delete from tenant_domains d
     where d.tenant_uuid = ${tenantUuid}
       and exists (select from tenant_domains o
                    where o.domain = d.domain and o.proven_at is not null and o.tenant_uuid <> d.tenant_uuid)
    returning 'DOMAIN' as kind, d.domain as value`;
  await tx`
    update tenant_domains set challenge = ${challenge}, proven_at = case when ${proven} then now() end
     where tenant_uuid = ${tenantUuid}`;
  return [...taken];
}

/** Gives a tenant its e-mail domains back, some of them proven; left out are those that another tenant has by now. */
export async function returnEmailDomains(
  tx: Tx,
  tenantUuid: string,
  proven: readonly string[],
): Promise<NotRestoredRow[]> {
  const taken = await tx<NotRestoredRow[]>`
    delete from sso_domains d
     where d.tenant_uuid = ${tenantUuid}
       and exists (select from sso_domains o
                    where o.domain = d.domain and o.proven_at is not null and o.tenant_uuid <> d.tenant_uuid)
    returning 'DOMAIN' as kind, d.domain as value`;
  await tx`
    update sso_domains
       set proven_at = now(), proof_failures = 0, proof_due_at = now() + interval '1 day'
     where tenant_uuid = ${tenantUuid} and domain = any(${[...proven]})`;
  return [...taken];
}

/** Gives the people of a tenant their login e-mails back; left out are those that others have by now. */
export async function returnLogins(tx: Tx, tenantUuid: string): Promise<NotRestoredRow[]> {
  const taken = await tx<NotRestoredRow[]>`
    with freed as (
      delete from freed_login_emails where tenant_uuid = ${tenantUuid}
      returning tenant_uuid, user_uuid, email_folded
    ), returned as (
      insert into login_emails (email_folded, tenant_uuid, user_uuid)
      select email_folded, tenant_uuid, user_uuid from freed order by email_folded
          on conflict do nothing
      returning user_uuid
    )
    select 'LOGIN' as kind, a.email as value
      from freed f join accounts a using (tenant_uuid, user_uuid)
     where f.user_uuid not in (select user_uuid from returned)
     order by a.email`;
  return [...taken];
}

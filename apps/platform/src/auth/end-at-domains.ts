import type { Tx } from '../database/transaction.ts';

/**
 * Ends the cookie sessions that began at a domain, and lets the links expire that name it. A platform
 * transaction's statements, as the next.
 */
export async function endAtDomain(tx: Tx, domain: string): Promise<void> {
  await tx`
    update sessions set revoked_at = now()
     where host = ${domain} and by_cookie and revoked_at is null`;
  await tx`
    update password_tokens set expires_at = least(expires_at, now())
     where domain = ${domain} and used_at is null`;
}

/** Does the same where the domain is another tenant's by now. */
export async function endAtTakenDomains(tx: Tx): Promise<void> {
  await tx`
    update sessions s set revoked_at = now()
      from tenant_domains d
     where s.host = d.domain and s.by_cookie and s.revoked_at is null
       and d.proven_at is not null and d.tenant_uuid <> s.host_tenant_uuid`;
  await tx`
    update password_tokens p set expires_at = least(p.expires_at, now())
      from tenant_domains d
     where p.domain = d.domain and p.used_at is null and p.expires_at > now()
       and d.proven_at is not null and d.tenant_uuid <> p.tenant_uuid`;
}

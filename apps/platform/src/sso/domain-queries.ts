import type { Tx } from '../database/transaction.ts';

/** An e-mail domain of a firm, as it is kept. */
export type EmailDomainRow = { domain: string; challenge: string; isProved: boolean };

/** Returns the e-mail domains of a firm, as they were given. */
export function listEmailDomains(tx: Tx, tenantUuid = tx.tenantUuid) {
  return tx<EmailDomainRow[]>`
    select domain, challenge, proven_at is not null as is_proved
      from sso_domains where tenant_uuid = ${tenantUuid} order by ordinal`;
}

/** Finds a domain among some that is proven to be another firm’s; a platform transaction’s query. */
export async function findTakenDomain(tx: Tx, tenantUuid: string, domains: readonly string[]) {
  const [row] = await tx<{ domain: string }[]>`
    select domain from sso_domains
     where domain = any(${[...domains]}) and tenant_uuid <> ${tenantUuid} and proven_at is not null
     limit 1`;
  return row?.domain;
}

/** Keeps these e-mail domains and no others. Fails with DOMAIN_TAKEN. */
export async function replaceEmailDomains(
  tx: Tx,
  domains: readonly EmailDomainRow[],
): Promise<void> {
  const { tenantUuid } = tx;
  await tx`
    delete from sso_domains
     where tenant_uuid = ${tenantUuid} and domain <> all(${domains.map(({ domain }) => domain)})`;
  for (const [ordinal, { domain, challenge, isProved }] of domains.entries())
    await tx`
      insert into sso_domains (tenant_uuid, domain, ordinal, challenge, proven_at)
      values (${tenantUuid}, ${domain}, ${ordinal}, ${challenge}, case when ${isProved} then now() end)
      on conflict (tenant_uuid, domain) do update
        set ordinal = excluded.ordinal, challenge = excluded.challenge,
            proven_at = case when ${isProved} then coalesce(sso_domains.proven_at, now()) end,
            proof_failures = case when ${isProved} then sso_domains.proof_failures else 0 end`;
}

/** An e-mail domain whose proof is to be looked at again. */
export type DueDomain = { tenantUuid: string; domain: string; challenge: string };

/** Lists them; a platform transaction’s query, as the next. */
export function listDueDomains(tx: Tx) {
  return tx<DueDomain[]>`
    select d.tenant_uuid, d.domain, d.challenge
      from sso_domains d join tenants t using (tenant_uuid)
     where d.proven_at is not null and d.proof_due_at <= now() and t.deleted_at is null
     order by d.proof_due_at limit 1000`;
}

export async function noteDomainProven(tx: Tx, { tenantUuid, domain }: DueDomain): Promise<void> {
  await tx`
    update sso_domains set proof_failures = 0, proof_due_at = now() + interval '1 day'
     where tenant_uuid = ${tenantUuid} and domain = ${domain}`;
}

/**
 * Notes that a proof was missed; the third time within a day the domain is proven no longer. Returns
 * whether that is now.
 */
export async function noteDomainMissed(tx: Tx, due: DueDomain): Promise<boolean> {
  const [row] = await tx<{ isProved: boolean }[]>`
    update sso_domains
       set proof_failures = proof_failures + 1, proof_due_at = now() + interval '8 hours',
           proven_at = case when proof_failures < 2 then proven_at end
     where tenant_uuid = ${due.tenantUuid} and domain = ${due.domain} and proven_at is not null
    returning proven_at is not null as is_proved`;
  return row?.isProved === false;
}

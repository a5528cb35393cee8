import type { Tx } from '../../database/transaction.ts';

/** A tenant's domain as it is stored. `challenge` is what its DNS record must say. */
export type DomainRow = {
  tenantUuid: string;
  domain: string;
  active: boolean;
  challenge: string;
  verified: boolean;
  /** When the platform last reached the domain over https. */
  reachedAt: string | null;
  /** Since when its proof is missing. */
  unprovedSince: string | null;
  /** Until when it leads to the tenant though it was never proven. */
  proveUntil: string | null;
  createdAt: string;
  updatedAt: string;
};

const columns = (tx: Tx) => tx`
  tenant_uuid, domain, active, challenge, proven_at is not null as verified,
  record_time(reached_at) as reached_at, record_time(unproved_since) as unproved_since,
  record_time(prove_until) as prove_until,
  record_time(created_at) as created_at, record_time(updated_at) as updated_at`;

export async function findTenantDomain(tx: Tx) {
  const [row] = await tx<DomainRow[]>`
    select ${columns(tx)} from tenant_domains where tenant_uuid = ${tx.tenantUuid}`;
  return row;
}

/** Sets the tenant's one domain. Fails with DOMAIN_TAKEN when it is proven to be another's. */
export async function upsertTenantDomain(
  tx: Tx,
  row: {
    domain: string;
    active: boolean;
    challenge: string;
    proven: boolean;
    isUnproved: boolean;
  },
) {
  const { domain, active, challenge, proven, isUnproved } = row;
  const [stored] = await tx<[DomainRow]>`
    insert into tenant_domains (tenant_uuid, domain, active, challenge, proven_at)
    values (${tx.tenantUuid}, ${domain}, ${active}, ${challenge}, case when ${proven} then now() end)
    on conflict (tenant_uuid) do update
      set domain = excluded.domain, active = excluded.active, challenge = excluded.challenge,
          proven_at = excluded.proven_at,
          unproved_since = case when ${isUnproved} then tenant_domains.unproved_since end,
          proof_failures = case when ${isUnproved} then tenant_domains.proof_failures else 0 end,
          proof_due_at = case when ${isUnproved} then tenant_domains.proof_due_at
                              else excluded.proof_due_at end,
          prove_until = case when ${isUnproved} then coalesce(tenant_domains.prove_until,
            case when tenant_domains.challenge = '' then now() + interval '30 days' end) end,
          reached_at = case when tenant_domains.domain = excluded.domain
                            then tenant_domains.reached_at end
    returning ${columns(tx)}`;
  return stored;
}

/** Returns the live tenant that a domain leads to; a platform transaction's query. */
export async function findTenantAt(tx: Tx, domain: string): Promise<string | undefined> {
  const [row] = await tx<{ tenantUuid: string }[]>`
    select tenant_uuid from tenant_domains d join tenants t using (tenant_uuid)
     where d.domain = ${domain} and d.active and d.proven_at is not null and t.deleted_at is null`;
  return row?.tenantUuid;
}

/**
 * Returns the domain that new links of a tenant name: active, proven, not unproved since and, where
 * `isReached` is asked for, reached within a day.
 */
export async function findLinkDomain(
  tx: Tx,
  tenantUuid: string,
  { isReached }: { isReached: boolean },
): Promise<string | undefined> {
  const [row] = await tx<{ domain: string }[]>`
    select domain from tenant_domains
     where tenant_uuid = ${tenantUuid} and active and proven_at is not null
       and unproved_since is null
       and (not ${isReached} or reached_at > now() - interval '1 day')`;
  return row?.domain;
}

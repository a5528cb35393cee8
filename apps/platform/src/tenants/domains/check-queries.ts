import type { Tx } from '../../database/transaction.ts';

/** A domain that leads to a tenant; what follows are platform transactions' queries. */
export type LeadingDomain = { tenantUuid: string; domain: string };

/** Lists the domains whose proof is to be looked at again. Those that were never asked for one have none. */
export function listDueProofs(tx: Tx) {
  return tx<(LeadingDomain & { challenge: string })[]>`
    select d.tenant_uuid, d.domain, d.challenge
      from tenant_domains d join tenants t using (tenant_uuid)
     where d.proven_at is not null and d.challenge <> '' and d.proof_due_at <= now()
       and t.deleted_at is null
     order by d.proof_due_at limit 1000`;
}

/** Lists the domains that lead to a tenant and were never asked for a proof. */
export function listNeverAsked(tx: Tx) {
  return tx<LeadingDomain[]>`
    select d.tenant_uuid, d.domain from tenant_domains d join tenants t using (tenant_uuid)
     where d.proven_at is not null and d.challenge = '' and t.deleted_at is null limit 1000`;
}

/** Asks for the proof of such a domain, which has 30 days for it; false when it is another by now. */
export async function askForProof(
  tx: Tx,
  { tenantUuid, domain }: LeadingDomain,
  challenge: string,
): Promise<boolean> {
  const { count } = await tx`
    update tenant_domains
       set challenge = ${challenge}, prove_until = now() + interval '30 days', proof_due_at = now()
     where tenant_uuid = ${tenantUuid} and domain = ${domain} and challenge = ''`;
  return count > 0;
}

/** Lists active domains that were not reached lately. */
export function listUnreached(tx: Tx) {
  return tx<LeadingDomain[]>`
    select d.tenant_uuid, d.domain from tenant_domains d join tenants t using (tenant_uuid)
     where d.active and d.proven_at is not null and t.deleted_at is null
       and (d.reached_at is null or d.reached_at < now() - interval '6 hours')
     order by d.reached_at nulls first limit 1000`;
}

/** Returns the domain of a tenant while it is active and leads there. */
export async function findLeadingDomain(tx: Tx, tenantUuid: string) {
  const [row] = await tx<LeadingDomain[]>`
    select tenant_uuid, domain from tenant_domains
     where tenant_uuid = ${tenantUuid} and active and proven_at is not null`;
  return row;
}

export async function markReached(tx: Tx, { tenantUuid, domain }: LeadingDomain): Promise<void> {
  await tx`
    update tenant_domains set reached_at = now()
     where tenant_uuid = ${tenantUuid} and domain = ${domain}`;
}

/** What is known of a proof after a try: the tries that failed in a row, and since when it is missing. */
export type ProofState = {
  failures: number;
  unproved: boolean;
  unprovedForAWeek: boolean;
  /** How the time stands that a domain has which was never proven; null of one that was. */
  firstProof: 'AWAITED' | 'LATE' | null;
};

/** Returns the state of a domain's proof, locked; undefined when the domain leads to the tenant no more. */
export async function lockProof(tx: Tx, { tenantUuid, domain }: LeadingDomain) {
  const [state] = await tx<ProofState[]>`
    select proof_failures as failures, unproved_since is not null as unproved,
           coalesce(unproved_since <= now() - interval '7 days', false) as unproved_for_a_week,
           case when prove_until > now() then 'AWAITED' when prove_until <= now() then 'LATE' end as first_proof
      from tenant_domains
     where tenant_uuid = ${tenantUuid} and domain = ${domain} and proven_at is not null
       for update`;
  return state;
}

export async function noteProven(tx: Tx, { tenantUuid }: LeadingDomain): Promise<void> {
  await tx`
    update tenant_domains
       set proof_failures = 0, unproved_since = null, prove_until = null,
           proof_due_at = now() + interval '1 day'
     where tenant_uuid = ${tenantUuid}`;
}

/** Notes a try that failed; with `isUnproved` the domain counts as unproved from now on. */
export async function noteFailedProof(
  tx: Tx,
  { tenantUuid }: LeadingDomain,
  isUnproved: boolean,
): Promise<void> {
  await tx`
    update tenant_domains
       set proof_failures = proof_failures + 1, proof_due_at = now() + interval '8 hours',
           unproved_since = case when ${isUnproved} then coalesce(unproved_since, now()) end
     where tenant_uuid = ${tenantUuid}`;
}

/** Looks again at a domain that has some time left for its first proof: every hour, since its owner waits. */
export async function lookAgain(tx: Tx, { tenantUuid }: LeadingDomain): Promise<void> {
  await tx`
    update tenant_domains set proof_due_at = now() + interval '50 minutes'
     where tenant_uuid = ${tenantUuid}`;
}

/** Takes the proof away: the domain leads to the tenant no more, and others may prove it. */
export async function dropProof(tx: Tx, { tenantUuid }: LeadingDomain): Promise<void> {
  await tx`
    update tenant_domains set proven_at = null, unproved_since = null, prove_until = null, proof_failures = 0
     where tenant_uuid = ${tenantUuid}`;
}

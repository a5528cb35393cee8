import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import type { DomainProof } from './dns-proof.ts';
import { type DomainRow, findTenantDomain, upsertTenantDomain } from './queries.ts';

/** A domain that is about to be set, with what the name servers say of it. */
type DomainClaim = {
  domain: string;
  active: boolean;
  challenge: string;
  proven: boolean;
  /** True when the proof is missing that was there for less than a week, or was never asked for before. */
  isUnproved: boolean;
};

type DomainBefore = Pick<DomainRow, 'domain' | 'challenge' | 'verified'> &
  Partial<Pick<DomainRow, 'unprovedSince' | 'proveUntil'>>;

/**
 * Prepares a claim outside the transaction that makes it, since name servers take their time. The
 * challenge stays the same while the domain does, so that the record need not be written twice.
 */
export async function prepareClaim(
  proof: DomainProof | null,
  before: DomainBefore | undefined,
  { domain, active }: { domain: string; active: boolean },
): Promise<DomainClaim> {
  if (!proof) return { domain, active, challenge: '', proven: true, isUnproved: false };
  const same = before?.domain === domain;
  const challenge = (same && before.challenge) || proof.newChallenge();
  if (!same) return { domain, active, challenge, proven: false, isUnproved: false };
  const wasProven = before.challenge !== '' && (before.proveUntil ?? null) === null;
  const stands = before.verified && wasProven && (before.unprovedSince ?? null) === null;
  const isProven = stands || (await proof.isProven(domain, challenge));
  const proven = isProven || before.verified;
  return { domain, active, challenge, proven, isUnproved: proven && !isProven };
}

/** Sets the domain that a tenant is reached under, in place of one before. Fails with DOMAIN_TAKEN. */
export async function setTenantDomain(tx: Tx, claim: DomainClaim): Promise<DomainRow> {
  const before = await findTenantDomain(tx);
  const row = await upsertTenantDomain(tx, claim);
  await recordEvent(tx, {
    eventType: 'domain.updated',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: {
      change: before ? 'REPLACED' : 'CREATED',
      active: String(row.active),
      verified: String(row.verified),
    },
  });
  return row;
}

import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { Config } from '../../config.ts';
import { refuseInTransaction } from '../../database/outgoing-calls.ts';

/** The record by which a tenant shows that a domain is its own. */
export type DomainProof = {
  newChallenge: () => string;
  /** The name of the TXT record that must hold the challenge. */
  recordName: (domain: string) => string;
  isProven: (domain: string, challenge: string) => Promise<boolean>;
};

/** Proof by a TXT record, when the settings ask for one; else null, and every claim stands. */
export function createDomainProof({ domainProof }: Config): DomainProof | null {
  if (!domainProof.required) return null;
  const recordName = (domain: string) => `${domainProof.label}.${domain}`;

  /** Returns whether the record is there now. A name server that does not answer proves nothing. */
  async function isProven(domain: string, challenge: string): Promise<boolean> {
    refuseInTransaction('a name server');
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (domainProof.servers.length > 0) resolver.setServers(domainProof.servers);
    const records = await resolver.resolveTxt(recordName(domain)).catch(() => []);
    return records.some((chunks) => chunks.join('') === challenge);
  }

  const newChallenge = () => randomBytes(24).toString('base64url');
  return { newChallenge, recordName, isProven };
}

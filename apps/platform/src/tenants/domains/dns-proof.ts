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
  look: (domain: string, challenge: string) => Promise<Look>;
};

/** What a look at a record tells; UNKNOWN where the name server does not answer. */
export type Look = 'THERE' | 'ABSENT' | 'UNKNOWN';

export type ProofRecords = ReturnType<typeof createProofRecords>;

/** Returns what looks at the TXT records by which firms show that domains are their own. */
export function createProofRecords({ domainProof }: Pick<Config, 'domainProof'>) {
  const recordName = (domain: string) => `${domainProof.label}.${domain}`;
  const newChallenge = () => randomBytes(24).toString('base64url');

  async function look(domain: string, challenge: string): Promise<Look> {
    refuseInTransaction('a name server');
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (domainProof.servers.length > 0) resolver.setServers(domainProof.servers);
    try {
      const records = await resolver.resolveTxt(recordName(domain));
      return records.some((chunks) => chunks.join('') === challenge) ? 'THERE' : 'ABSENT';
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return ['ENODATA', 'ENOTFOUND'].includes(code) ? 'ABSENT' : 'UNKNOWN';
    }
  }

  return { recordName, newChallenge, look, isRequired: domainProof.required };
}

/** Proof by a TXT record, when the settings ask for one; else null, and every claim stands. */
export function createDomainProof(config: Pick<Config, 'domainProof'>): DomainProof | null {
  const { recordName, newChallenge, look, isRequired } = createProofRecords(config);
  if (!isRequired) return null;
  // A name server that does not answer proves nothing.
  const isProven = async (domain: string, challenge: string) =>
    (await look(domain, challenge)) === 'THERE';
  return { newChallenge, recordName, isProven, look };
}

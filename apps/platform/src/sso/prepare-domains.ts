import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { ProofRecords } from '../tenants/domains/dns-proof.ts';
import { normalizeDomain } from '../tenants/domains/normalize-domain.ts';
import type { EmailDomainRow } from './domain-queries.ts';

/** Returns the one form of some domains, each once. Throws VALIDATION_FAILED naming the one that is none. */
export function readDomains(texts: readonly string[]): string[] {
  const domains = texts.map((text, at) => {
    const domain = normalizeDomain(text);
    if (domain) return domain;
    const message = 'must be the domain of e-mail addresses, and not a public suffix';
    throw invalid(fieldError(`emailDomains[${at}]`, 'INVALID_FORMAT', message));
  });
  return [...new Set(domains)];
}

/**
 * Looks at the proof of each domain now, outside any transaction. A new one has its record still to be
 * made; of one whose name server does not answer it is as it was.
 */
export function prepareDomains(
  { isRequired, look, newChallenge }: ProofRecords,
  before: readonly EmailDomainRow[],
  domains: readonly string[],
): Promise<EmailDomainRow[]> {
  return Promise.all(
    domains.map(async (domain) => {
      const known = before.find((each) => each.domain === domain);
      const challenge = known?.challenge ?? newChallenge();
      if (!isRequired) return { domain, challenge, isProved: true };
      if (!known) return { domain, challenge, isProved: false };
      const seen = await look(domain, challenge);
      return {
        domain,
        challenge,
        isProved: seen === 'UNKNOWN' ? known.isProved : seen === 'THERE',
      };
    }),
  );
}

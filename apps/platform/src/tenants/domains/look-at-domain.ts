import type { DomainChecks } from './check-domains.ts';
import type { Look } from './dns-proof.ts';
import type { ReachLook } from './reach-domain.ts';
import type { DomainCheckView } from './schemas.ts';

const ofRecord: Record<Look, string> = {
  THERE: 'RECORD_THERE',
  ABSENT: 'RECORD_ABSENT',
  UNKNOWN: 'NO_ANSWER',
};
const afterCertificate: readonly ReachLook[] = ['REACHED', 'OTHER_SERVER'];

/** Looks at a domain's record, certificate and server, at once. What is not asked for is well. */
export async function lookAtDomain(
  { proof, reach }: Pick<DomainChecks, 'proof' | 'reach'>,
  domain: string,
  challenge: string,
): Promise<DomainCheckView> {
  const [record, server] = await Promise.all([
    // A domain from before a proof was asked for has no challenge.
    proof && challenge ? proof.look(domain, challenge) : undefined,
    reach?.look(domain),
  ]);
  const at = Temporal.Now.plainDateTimeISO('UTC').toString({ smallestUnit: 'second' });
  const light = (detail: string, ok: boolean) => ({ ok, detail, at });
  const notAsked = light('NOT_ASKED', true);
  const hasCertificate = server !== undefined && afterCertificate.includes(server);
  return {
    dns: record ? light(ofRecord[record], record === 'THERE') : notAsked,
    certificate: server ? light(hasCertificate ? 'ACCEPTED' : server, hasCertificate) : notAsked,
    reached: server ? light(server, server === 'REACHED') : notAsked,
  } as DomainCheckView;
}

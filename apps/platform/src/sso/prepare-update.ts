import type { Db } from '../database/db.ts';
import { Problem } from '../problems.ts';
import { discoverIssuer, type IssuerMetadata } from './discover-issuer.ts';
import { type EmailDomainRow, findTakenDomain } from './domain-queries.ts';
import { prepareDomains, readDomains } from './prepare-domains.ts';
import type { ConnectionRow } from './queries.ts';
import type { SsoChanges } from './schemas.ts';
import type { SsoMeans } from './sso-means.ts';

/** A change of a connection with what others say of it. */
export type PreparedUpdate = {
  stated: SsoChanges;
  sealSecret: (secret: string | null) => string | null;
  /** Undefined where the issuer was not asked. */
  metadata: IssuerMetadata | undefined;
  domains: EmailDomainRow[];
};

type Before = { connection: ConnectionRow; domains: readonly EmailDomainRow[] };

/**
 * Asks the issuer and the name servers, outside the transaction that makes the change. Throws
 * VALIDATION_FAILED, ISSUER_UNREACHABLE, ISSUER_INVALID, and DOMAIN_TAKEN for a domain that is proven
 * to be another firm’s.
 */
export async function prepareUpdate(
  { providerFetch, proofRecords, secrets }: SsoMeans,
  db: Pick<Db, 'asPlatform'>,
  tenantUuid: string,
  before: Before,
  stated: SsoChanges,
): Promise<PreparedUpdate> {
  const wanted = stated.emailDomains
    ? readDomains(stated.emailDomains)
    : before.domains.map(({ domain }) => domain);
  const taken = await db.asPlatform((tx) => findTakenDomain(tx, tenantUuid, wanted));
  if (taken !== undefined)
    throw new Problem('DOMAIN_TAKEN', `${taken} is proven to be another firm’s`, {
      errors: [{ field: 'emailDomains', code: 'DOMAIN_TAKEN', message: 'is another firm’s' }],
    });
  const issuer = issuerToAsk(before.connection, stated);
  const [metadata, domains] = await Promise.all([
    issuer === undefined ? undefined : discoverIssuer(providerFetch, issuer),
    prepareDomains(proofRecords, before.domains, wanted),
  ]);
  const sealSecret = (secret: string | null) => secret && secrets.seal(secret, tenantUuid);
  return { stated, sealSecret, metadata, domains };
}

/** Returns the issuer that is asked: one that is stated, or that begins to sign people in. */
function issuerToAsk(before: ConnectionRow, stated: SsoChanges): string | undefined {
  if (stated.issuer !== undefined) return stated.issuer;
  const begins = stated.isActive === true && !before.isActive;
  return begins ? (before.issuer ?? undefined) : undefined;
}

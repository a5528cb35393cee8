import { isIP } from 'node:net';
import manifest from '../../package.json' with { type: 'json' };
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import { languages } from '../http/person-fields.ts';
import { notFound } from '../problems.ts';
import { findBranding, findBrandingByDomain } from '../tenants/branding/queries.ts';
import { toPublicView } from '../tenants/branding/views.ts';
import { normalizeDomain } from '../tenants/domains/normalize-domain.ts';
import { findTenant } from '../tenants/queries.ts';
import type { ConsoleConfigurationAnswer } from './schemas.ts';

/**
 * Returns what the console needs to know before anybody has signed in, by the own host that it is
 * served at. Hosts that are no tenant's domain have the platform's own branding. A platform
 * transaction's query.
 */
export async function findConsoleConfiguration(
  tx: Tx,
  { origin, assetOrigin }: { origin: string; assetOrigin: string },
): Promise<ConsoleConfigurationAnswer> {
  const { hostname } = new URL(origin);
  const domain = normalizeDomain(hostname);
  const ofDomain = domain === undefined ? undefined : await findBrandingByDomain(tx, domain);
  const branding = ofDomain ?? (await findBranding(tx, platformTenantUuid));
  if (!branding) throw notFound('branding');
  const tenant = ofDomain && (await findTenant(tx, ofDomain.tenantUuid));
  return {
    ...(tenant ? { tenant } : {}),
    branding: toPublicView(branding, assetOrigin),
    languages: [...languages],
    passkeys: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,
    version: manifest.version,
  };
}

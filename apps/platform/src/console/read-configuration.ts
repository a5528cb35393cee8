import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { languages } from '../http/person-fields.ts';
import { orNotFound } from '../problems.ts';
import { findBranding, findBrandingByDomain } from '../tenants/branding/queries.ts';
import { toPublicView } from '../tenants/branding/views.ts';
import { normalizeDomain } from '../tenants/domains/normalize-domain.ts';
import { findTenant } from '../tenants/queries.ts';
import type { ConsoleConfigurationAnswer } from './schemas.ts';

/**
 * Returns what the console needs to know before anybody has signed in, by the own host that it is
 * served at. Hosts that are no tenant's domain have the platform's own branding.
 */
export async function readConsoleConfiguration(
  request: FastifyRequest,
  db: Db,
): Promise<ConsoleConfigurationAnswer> {
  const { hostname } = new URL(await request.hostOrigin());
  const assetOrigin = await request.ownOrigin();
  const domain = normalizeDomain(hostname);
  return db.asPlatform(async (tx) => {
    const ofDomain = domain === undefined ? undefined : await findBrandingByDomain(tx, domain);
    const ofPlatform = () => orNotFound(findBranding(tx, platformTenantUuid), 'branding');
    const tenant = ofDomain && (await findTenant(tx, ofDomain.tenantUuid));
    return {
      ...(tenant ? { tenant } : {}),
      branding: toPublicView(ofDomain ?? (await ofPlatform()), assetOrigin),
      languages: [...languages],
      passkeys: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,
      version: manifest.version,
    };
  });
}

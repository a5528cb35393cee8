import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { hashOpaqueToken } from '../auth/opaque-token.ts';
import { findPasswordLink } from '../auth/password-links.ts';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { languages } from '../http/person-fields.ts';
import { orNotFound } from '../problems.ts';
import { findBranding } from '../tenants/branding/queries.ts';
import { toPublicView } from '../tenants/branding/views.ts';
import { findTenant } from '../tenants/queries.ts';
import type { ConsoleConfigurationAnswer } from './schemas.ts';

/**
 * Returns what the console needs to know before anybody has signed in: the firm whose link was opened,
 * by the link's secret, else that of the own host that it is served at. All other pages have the
 * platform's own branding.
 */
export async function readConsoleConfiguration(
  request: FastifyRequest,
  db: Db,
  linkToken?: string,
): Promise<ConsoleConfigurationAnswer> {
  const { hostname } = new URL(await request.hostOrigin());
  const ofHost = await request.hostFirm();
  const originOf = await request.originOfFirms();
  return db.asPlatform(async (tx) => {
    const link = linkToken && (await findPasswordLink(tx, hashOpaqueToken(linkToken)));
    const ofLink = link && link.tenantUuid !== platformTenantUuid ? link.tenantUuid : undefined;
    const tenantUuid = ofLink ?? ofHost?.tenantUuid;
    const tenant = tenantUuid && (await findTenant(tx, tenantUuid));
    const shown = tenant ? tenant.tenantUuid : platformTenantUuid;
    const branding = await orNotFound(findBranding(tx, shown), 'branding');
    return {
      ...(tenant ? { tenant } : {}),
      branding: toPublicView(branding, await originOf(tx, shown)),
      languages: [...languages],
      passkeys: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,
      ...(linkToken === undefined ? {} : { passwordLink: link ? link.state : 'ENDED' }),
      version: manifest.version,
    };
  });
}

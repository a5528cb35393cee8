import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import { findHostTheme } from '../../tenants/branding/host-theme.ts';
import { findTheme, type Theme } from '../../tenants/branding/theme.ts';
import { consentCookie } from './consent-cookie.ts';
import { hashOf } from './consent-state.ts';

/** Returns the theme of the firm in which this browser last began a consent, else of the host's firm. */
export async function findConsentTheme(
  request: FastifyRequest,
  db: Db,
): Promise<Theme | undefined> {
  const cookie = consentCookie.read(request, await request.hostOrigin());
  const originOf = await request.originOfFirms();
  const ofConsent =
    cookie &&
    (await db.asPlatform(async (tx) => {
      const tenantUuid = await findConsentTenant(tx, hashOf(cookie));
      return tenantUuid && findTheme(tx, tenantUuid, originOf);
    }));
  return ofConsent || findHostTheme(request, db);
}

async function findConsentTenant(tx: Tx, browserHash: Buffer): Promise<string | undefined> {
  const [row] = await tx<{ tenantUuid: string }[]>`
    select tenant_uuid from calendar_authorizations
     where browser_hash = ${browserHash} order by expires_at desc limit 1`;
  return row?.tenantUuid;
}

import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { orNotFound } from '../../problems.ts';
import { inNamedTenant, readNamedTenant } from '../in-named-tenant.ts';
import { listVersions } from './history-queries.ts';
import { findBranding } from './queries.ts';
import { restoreBranding } from './restore-branding.ts';
import { Branding, BrandingVersion } from './schemas.ts';
import type { BrandingSweep } from './sweep-objects.ts';
import { toAdminView, toVersionView } from './views.ts';

const tags = ['Branding'];
const admins = { area: 'branding', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const path = '/api/tenants/:tenantUuid/branding/history';

/** Serves what a tenant's branding was, and the return to an earlier one. */
export async function brandingHistoryRoutes(
  app: Server,
  { brandingSweep }: { brandingSweep: BrandingSweep },
) {
  app.get(
    path,
    {
      config: admins,
      schema: {
        operationId: 'listBrandingHistory',
        tags,
        summary: 'The versions of a tenant’s branding that were published',
        description: 'An array of the last 50, newest first, with who published each and when.',
        params: Type.Object({ tenantUuid: Uuid }),
        response: { 200: Type.Array(BrandingVersion), ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const originOf = await request.originOfFirms();
      return readNamedTenant(request, request.params.tenantUuid, async (tx) => {
        const origin = await originOf(tx, tx.tenantUuid);
        return (await listVersions(tx)).map((row) => toVersionView(row, tx.tenantUuid, origin));
      });
    },
  );

  app.post(
    `${path}/:version/restore`,
    {
      config: admins,
      schema: {
        operationId: 'restoreBranding',
        tags,
        summary: 'Publish an earlier version of a tenant’s branding again',
        description: 'Its colours and pictures become the next version.',
        params: Type.Object({
          tenantUuid: Uuid,
          version: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
        }),
        response: { 200: Branding, ...problems(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { tenantUuid, version } = request.params;
      const originOf = await request.originOfFirms();
      return inNamedTenant(request, tenantUuid, async (tx) => {
        await restoreBranding(tx, version, request.caller.email);
        await brandingSweep.enqueue(tx);
        const row = await orNotFound(findBranding(tx, tx.tenantUuid), 'tenant');
        return toAdminView(row, await originOf(tx, tx.tenantUuid));
      });
    },
  );
}

import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { orNotFound } from '../../problems.ts';
import { DeletionReport, PurgeProgress, PurgeRunning, TenantPurge } from '../schemas.ts';
import type { TenantPurge as Purge } from './purge-tenant.ts';
import { findPurgeProgress } from './queries.ts';

const tags = ['Tenants'];
const config = { roles: ['SYSTEM_ADMIN'] as const };

export async function tenantPurgeRoutes(app: Server, { tenantPurge }: { tenantPurge: Purge }) {
  app.post(
    '/api/tenants/delete',
    {
      config: { ...config, needsProof: true, personOnly: true },
      schema: {
        operationId: 'purgeTenant',
        tags,
        summary: 'Remove a tenant and everything of it for good',
        description:
          'Removes records, files, mails, jobs, calendar channels, sessions and analytics events, and answers how many of each. What does not end within 20 seconds goes on after a 202. It cannot be undone.',
        body: TenantPurge,
        response: {
          200: DeletionReport,
          202: PurgeRunning,
          ...problems(400, 401, 403, 404, 409, 503),
        },
      },
    },
    async (request, reply) => {
      const tenantUuid = request.body.tenantUuid.toLowerCase();
      await request.inPlatform((tx) => tenantPurge.begin(tx, tenantUuid));
      const report = await tenantPurge.goOn(tenantUuid);
      if (report) return report;
      const statusUrl = `/api/tenants/${tenantUuid}/purge`;
      return reply.code(202).send({ status: 'RUNNING' as const, statusUrl });
    },
  );

  app.get(
    '/api/tenants/:tenantUuid/purge',
    {
      config,
      schema: {
        operationId: 'getTenantPurge',
        tags,
        summary: 'How far the removal of a tenant is',
        description:
          'While it goes on, and for 30 days after: how much was removed, by table or store.',
        params: Type.Object({ tenantUuid: Uuid }),
        response: { 200: PurgeProgress, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.inPlatform((tx) =>
        orNotFound(findPurgeProgress(tx, request.params.tenantUuid), 'removal'),
      ),
  );
}

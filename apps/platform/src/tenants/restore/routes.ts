import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Jobs } from '../../background/jobs.ts';
import type { Config } from '../../config.ts';
import { createDomainProof } from '../domains/dns-proof.ts';
import { prepareClaim } from '../domains/set-tenant-domain.ts';
import { findFreedDomain } from './queries.ts';
import { restoreTenant } from './restore-tenant.ts';
import { RestoredTenant, TenantRestoration } from './schemas.ts';

export async function tenantRestoreRoutes(
  app: Server,
  { config, jobs }: { config: Config; jobs: Jobs },
) {
  const proof = createDomainProof(config);

  /** Asks the name servers anew, outside the transaction that restores. */
  async function claimOf(freed: Awaited<ReturnType<typeof findFreedDomain>>) {
    if (!freed) return { challenge: '', proven: false };
    return prepareClaim(proof, { ...freed, verified: false }, freed);
  }

  app.post(
    '/api/tenants/:tenantUuid/restore',
    {
      config: { roles: ['SYSTEM_ADMIN'] as const },
      // The body may be absent, as its one field may.
      preValidation: (request, _reply, done) => {
        request.body ??= {};
        done();
      },
      schema: {
        operationId: 'restoreTenant',
        tags: ['Tenants'],
        summary: 'Bring a deleted tenant back',
        description:
          'It comes back with its records, not active. Its code and domain come back unless others have them by now: a taken code needs another one, a taken domain or login e-mail is left out and named. Sessions and links of before stay ended, and webhook endpoints are inactive.',
        params: Type.Object({ tenantUuid: Uuid }),
        body: TenantRestoration,
        response: { 200: RestoredTenant, ...problems(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const tenantUuid = request.params.tenantUuid.toLowerCase();
      const { code } = request.body;
      const claim = await claimOf(
        await request.inPlatform((tx) => findFreedDomain(tx, tenantUuid)),
      );
      return request.inPlatform((tx) => restoreTenant(tx, jobs, tenantUuid, { code, claim }));
    },
  );
}

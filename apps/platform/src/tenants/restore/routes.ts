import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Jobs } from '../../background/jobs.ts';
import type { Config } from '../../config.ts';
import { createDomainProof, createProofRecords } from '../domains/dns-proof.ts';
import { prepareClaim } from '../domains/set-tenant-domain.ts';
import { findFreedDomain, listFreedEmailDomains } from './queries.ts';
import { restoreTenant } from './restore-tenant.ts';
import { RestoredTenant, TenantRestoration } from './schemas.ts';

export async function tenantRestoreRoutes(
  app: Server,
  { config, jobs }: { config: Config; jobs: Jobs },
) {
  const proof = createDomainProof(config);
  const { isRequired, look } = createProofRecords(config);

  /** Asks the name servers anew, outside the transaction that restores. */
  async function claimOf(freed: Awaited<ReturnType<typeof findFreedDomain>>) {
    if (!freed) return { challenge: '', proven: false };
    return prepareClaim(proof, { ...freed, verified: false }, freed);
  }

  /** Returns those of some e-mail domains whose records are there now, all where none is asked for. */
  async function provenOf(freed: Awaited<ReturnType<typeof listFreedEmailDomains>>) {
    const looks = freed.map(async ({ domain, challenge }) => {
      const isProven = !isRequired || (await look(domain, challenge)) === 'THERE';
      return isProven ? [domain] : [];
    });
    return (await Promise.all(looks)).flat();
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
          'It comes back with its records, not active. Its code and domains come back unless others have them by now: a taken code needs another one, a taken domain or login e-mail is left out and named. Domains are proved anew, those of e-mails too; sessions and links of before stay ended, and webhook endpoints and the identity provider are inactive.',
        params: Type.Object({ tenantUuid: Uuid }),
        body: TenantRestoration,
        response: { 200: RestoredTenant, ...problems(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const tenantUuid = request.params.tenantUuid.toLowerCase();
      const { code } = request.body;
      const freed = await request.inPlatform(async (tx) => ({
        domain: await findFreedDomain(tx, tenantUuid),
        emailDomains: await listFreedEmailDomains(tx, tenantUuid),
      }));
      const [claim, emailDomains] = await Promise.all([
        claimOf(freed.domain),
        provenOf(freed.emailDomains),
      ]);
      return request.inPlatform((tx) =>
        restoreTenant(tx, jobs, tenantUuid, { code, claim, emailDomains }),
      );
    },
  );
}

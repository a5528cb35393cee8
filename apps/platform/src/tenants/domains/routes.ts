import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { orNotFound } from '../../problems.ts';
import { inNamedTenant, readNamedTenant } from '../in-named-tenant.ts';
import type { DomainChecks } from './check-domains.ts';
import { lookAtDomain } from './look-at-domain.ts';
import { normalizeDomain } from './normalize-domain.ts';
import { type DomainRow, findTenantDomain } from './queries.ts';
import { DomainCheck, DomainInput, TenantDomain, type TenantDomainView } from './schemas.ts';
import { prepareClaim, setTenantDomain } from './set-tenant-domain.ts';

const tags = ['Tenants'];
const admins = { area: 'tenant', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const ByTenant = Type.Object({ tenantUuid: Uuid });

export async function domainRoutes(app: Server, { domainChecks }: { domainChecks: DomainChecks }) {
  const { proof } = domainChecks;

  function toView({ challenge, ...row }: DomainRow): TenantDomainView {
    if (!proof || !challenge) return { ...row, verification: null };
    const recordName = proof.recordName(row.domain);
    return { ...row, verification: { recordType: 'TXT', recordName, recordValue: challenge } };
  }

  app.post(
    '/api/tenants/:tenantUuid/domains',
    {
      config: { ...admins, needsProof: true },
      schema: {
        operationId: 'setTenantDomain',
        tags,
        summary: 'Set the domain that a tenant is reached under',
        description:
          'Creates or replaces the one domain of the tenant. A domain that leads to another tenant is a conflict. What began at the domain under another tenant ends: cookie sessions, links and the use of passkeys.',
        params: ByTenant,
        body: DomainInput,
        response: { 200: TenantDomain, ...problems(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const { tenantUuid } = request.params;
      const { active = true } = request.body;
      const domain = readDomain(request.body.domain);
      const before = await readNamedTenant(request, tenantUuid, findTenantDomain);
      const claim = await prepareClaim(proof, before, { domain, active });
      const view = await inNamedTenant(request, tenantUuid, async (tx) => {
        const row = await setTenantDomain(tx, claim);
        await domainChecks.enqueue(tx);
        return toView(row);
      });
      await domainChecks.endTaken();
      return view;
    },
  );

  const reads = [
    ['/api/v1/tenant-domains/:tenantUuid', 'getTenantDomain'],
    ['/api/tenants/:tenantUuid/domains', 'getDomainOfTenant'],
  ] as const;
  for (const [path, operationId] of reads) {
    app.get(
      path,
      {
        config: admins,
        schema: {
          operationId,
          tags,
          summary: 'The domain that a tenant is reached under',
          description: 'Says also whether it is active and verified.',
          params: ByTenant,
          response: { 200: TenantDomain, ...problems(401, 403, 404) },
        },
      },
      (request) =>
        readNamedTenant(request, request.params.tenantUuid, async (tx) =>
          toView(await orNotFound(findTenantDomain(tx), 'domain')),
        ),
    );
  }
  domainCheckRoute(app, domainChecks);
}

/** Serves a look at a tenant's domain as it is now. */
function domainCheckRoute(app: Server, domainChecks: DomainChecks): void {
  app.get(
    '/api/tenants/:tenantUuid/domains/check',
    {
      config: admins,
      schema: {
        operationId: 'checkTenantDomain',
        tags,
        summary: 'Look whether a tenant’s domain is proven and leads here',
        description:
          'Looks now at its DNS record, its certificate and whether https there leads to this platform. Nothing is changed.',
        params: ByTenant,
        response: { 200: DomainCheck, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const { domain, challenge } = await readNamedTenant(
        request,
        request.params.tenantUuid,
        (tx) => orNotFound(findTenantDomain(tx), 'domain'),
      );
      return lookAtDomain(domainChecks, domain, challenge);
    },
  );
}

function readDomain(text: string): string {
  const domain = normalizeDomain(text);
  if (domain) return domain;
  const message =
    'must be a domain name: no scheme, port, path or address, and not a public suffix';
  throw invalid(fieldError('domain', 'INVALID_FORMAT', message));
}

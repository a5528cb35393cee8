import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { inNamedTenant, readNamedTenant } from '../in-named-tenant.ts';
import { findSecurityPolicy } from './queries.ts';
import { SecurityPolicy, SecurityPolicyUpdate } from './schemas.ts';
import { updateSecurityPolicy } from './update-security-policy.ts';

const tags = ['Tenants'];
const admins = { area: 'tenant', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const readers = { ...admins, entersWithoutFactor: true };
const changers = { ...readers, area: null, needsProof: true, personOnly: true } as const;
const ByTenant = Type.Object({ tenantUuid: Uuid });
const path = '/api/tenants/:tenantUuid/security';

export async function securityPolicyRoutes(app: Server) {
  app.get(
    path,
    {
      config: readers,
      schema: {
        operationId: 'getSecurityPolicy',
        tags,
        summary: 'A tenant’s rules for signing in',
        description:
          'Second factors, the length of sessions, passwords and tokens, the networks that staff work from, and who may enter or read besides.',
        params: ByTenant,
        response: { 200: SecurityPolicy, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      readNamedTenant(request, request.params.tenantUuid, (tx) =>
        findSecurityPolicy(tx, tx.tenantUuid),
      ),
  );

  app.put(
    path,
    {
      config: changers,
      schema: {
        operationId: 'updateSecurityPolicy',
        tags,
        summary: 'Change a tenant’s rules for signing in',
        description:
          'What is absent stays. Rules for passwords and tokens hold for those set or made from then on, all others at once. Networks that would lock the caller out are refused.',
        params: ByTenant,
        body: SecurityPolicyUpdate,
        response: { 200: SecurityPolicy, ...problems(400, 401, 403, 404, 409) },
      },
    },
    (request) =>
      inNamedTenant(request, request.params.tenantUuid, (tx) =>
        updateSecurityPolicy(tx, { caller: request.caller, address: request.ip }, request.body),
      ),
  );
}

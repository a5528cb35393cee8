import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { inNamedTenant, readNamedTenant } from '../in-named-tenant.ts';
import { approveAccess } from './approve-access.ts';
import { endAccess } from './end-access.ts';
import { findApproval } from './queries.ts';
import { Approval, ApprovalInput, Approved } from './schemas.ts';

const tags = ['Tenants'];
const readers = { area: null, roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] as const };
const approvers = {
  area: null,
  roles: ['TENANT_ADMIN'] as const,
  needsProof: true,
  personOnly: true,
} as const;
const ByTenant = Type.Object({ tenantUuid: Uuid });
const path = '/api/tenants/:tenantUuid/vendor-access';

/** Serves the approvals by which a firm lets administrators of the platform in. */
export async function vendorAccessRoutes(app: Server) {
  app.post(
    path,
    {
      config: { ...approvers, creates: true },
      schema: {
        operationId: 'approveVendorAccess',
        tags,
        summary: 'Let administrators of the platform in for some hours',
        description:
          'Matters where the rules of the firm say APPROVED: without an approval that stands, they are refused (ACCESS_NOT_APPROVED). Another approval takes the place of the one before.',
        params: ByTenant,
        body: ApprovalInput,
        response: { 201: Approved, ...problems(400, 401, 403, 422) },
      },
    },
    (request) =>
      inNamedTenant(request, request.params.tenantUuid, (tx) =>
        approveAccess(tx, request.body, request.caller.userUuid),
      ),
  );

  app.get(
    path,
    {
      config: readers,
      schema: {
        operationId: 'getVendorAccess',
        tags,
        summary: 'Until when administrators of the platform are let in',
        description: 'The approval that stands; until is null while there is none.',
        params: ByTenant,
        response: { 200: Approval, ...problems(401, 403, 404) },
      },
    },
    (request) => readNamedTenant(request, request.params.tenantUuid, findApproval),
  );

  app.delete(
    path,
    {
      config: approvers,
      schema: {
        operationId: 'endVendorAccess',
        tags,
        summary: 'End the approval at once',
        description: 'Where the firm requires one, administrators of the platform are out at once.',
        params: ByTenant,
        response: { 204: Type.Null(), ...problems(401, 403) },
      },
    },
    (request) => inNamedTenant(request, request.params.tenantUuid, endAccess),
  );
}

import { Nullable, problems, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { inNamedTenant } from '../../tenants/in-named-tenant.ts';
import { tags } from '../scim-form.ts';
import { createProvisioningToken } from './create-provisioning-token.ts';

const ProvisioningTokenInput = Type.Object({
  expiresAt: Type.Optional(
    Nullable(
      Type.String({
        format: 'record-time',
        description: 'When it ends, UTC, at most 365 days from now; absent: in 365 days',
      }),
    ),
  ),
});

const NewProvisioningToken = Type.Object({
  token: Nullable(Type.String({ description: 'Shown once; null in a replay by Idempotency-Key' })),
  expiresAt: RecordTime,
});

/** Makes the token that a tenant's identity provider is given. */
export async function provisioningTokenRoutes(app: Server) {
  app.post(
    '/api/tenants/:tenantUuid/sso/provisioning-token',
    {
      config: {
        area: null,
        roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const,
        needsProof: true,
        personOnly: true,
        creates: true,
        shownOnce: ['token'],
      },
      schema: {
        operationId: 'createProvisioningToken',
        tags,
        summary: 'Create the token by which the identity provider keeps the staff in step',
        description:
          'It opens `/scim/v2` and nothing else, and its text is in this answer only. Another one ends it in 24 hours.',
        params: Type.Object({ tenantUuid: Uuid }),
        body: ProvisioningTokenInput,
        response: { 201: NewProvisioningToken, ...problems(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const token = await inNamedTenant(request, params.tenantUuid, (tx) =>
        createProvisioningToken(tx, body.expiresAt ?? null),
      );
      return reply.header('cache-control', 'no-store').send(token);
    },
  );
}
